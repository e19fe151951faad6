import type { Behaviour } from './behaviour.ts';

type Sentence = { id: string | undefined; text: string; at: number; score: number };

const maxSentences = 6;
const maxSentenceLength = 260;
const minWordLength = 4;
const noSegment = 's999999';

/** The product sends one segment per line, with its id in front: [s12] or [s12 Ana]. */
const segmentLine = /^\[(s\d+)[^\]]*\]\s*(.+)$/;
/** A partial summary is a list item followed by segment ids. */
const notedLine = /^[-*]\s+(.+?)\s*((?:\[s\d+\]\s*)+)$/;

const wordsIn = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.filter((word) => word.length >= minWordLength) ?? [];

/** Returns the text between the markers, or the whole text if it has none. */
const textBetweenMarkers = (text: string) => /<(texto-\w+)>\n([\s\S]*)\n<\/\1>/.exec(text)?.[2] ?? text;

function splitSentences(text: string): Sentence[] {
  const lines = textBetweenMarkers(text).split('\n');
  return lines
    .map((line, at): Sentence => {
      const [, id, said] = segmentLine.exec(line) ?? [];
      if (said !== undefined) return { id, text: said.trim(), at, score: 0 };
      const [, noted, ids] = notedLine.exec(line) ?? [];
      return { id: /s\d+/.exec(ids ?? '')?.[0], text: (noted ?? line).trim(), at, score: 0 };
    })
    .filter(({ text: said }) => said !== '');
}

function scoreSentences(sentences: readonly Sentence[]): Sentence[] {
  const counts = new Map<string, number>();
  for (const { text } of sentences)
    for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return sentences.map((sentence) => {
    const words = [...new Set(wordsIn(sentence.text))];
    const weight = words.reduce((sum, word) => sum + Math.log1p(counts.get(word) ?? 0), 0);
    return { ...sentence, score: weight / Math.sqrt(Math.max(words.length, 5)) };
  });
}

const truncate = (text: string) =>
  text.length <= maxSentenceLength ? text : `${text.slice(0, text.lastIndexOf(' ', maxSentenceLength))}…`;

/** Selects the sentences with the most frequent words, in their original order, and invents nothing. */
export function extractiveSummary(text: string, citations: Behaviour['citations']): string {
  const best = scoreSentences(splitSentences(text))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxSentences)
    .sort((one, other) => one.at - other.at);
  if (best.length === 0) return 'O texto está vazio.';
  return best
    .map(({ id, text: said }) => {
      const cited = citations === 'invalid' ? noSegment : id;
      return `- ${truncate(said)}${citations === 'none' || cited === undefined ? '' : ` [${cited}]`}`;
    })
    .join('\n');
}
