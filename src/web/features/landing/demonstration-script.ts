/** What the demonstration hears, and what its summary makes of it: nothing in the summary that was not said. */
export const recordingName = 'Aula de biologia.m4a';

export const spokenLines = [
  { time: '00:00', text: 'Bom dia, pessoal.' },
  { time: '00:03', text: 'Hoje a gente fecha ecologia' },
  { time: '00:07', text: 'e combina a prova de quinta.' },
  { time: '00:11', text: 'Ela vale o capítulo quatro.' },
] as const;

/** Still to be heard. */
export const soundingLines = ['00:15', '00:19', '00:23'] as const;

export const summaryPoints = [
  'Ecologia termina na aula de hoje.',
  'A prova é na quinta e vale o capítulo quatro.',
] as const;

export const wordsOf = (text: string) => text.split(' ');

/** How many words were spoken before each line: the turn of its first one. */
export const firstWords = spokenLines.map((_, index) =>
  spokenLines.slice(0, index).reduce((count, { text }) => count + wordsOf(text).length, 0),
);

export const wordCount = spokenLines.reduce((count, { text }) => count + wordsOf(text).length, 0);
