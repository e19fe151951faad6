import type { Face, Run, SetWord, Typesetter } from './typefaces.ts';

export type Line = Readonly<{ runs: readonly Run[]; width: number }>;

const letters = new Intl.Segmenter('pt', { granularity: 'grapheme' });

type Setting = { face: Face; width: number };

/** An address can be longer than a line: it goes on in the next, cut where it is full. */
function partsOf(type: Typesetter, word: string, { face, width }: Setting): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of letters.segment(word)) {
    const letter = type.setWord(segment, face).width;
    if (part !== '' && used + letter > width) {
      parts.push(part);
      [part, used] = ['', 0];
    }
    part += segment;
    used += letter;
  }
  return [...parts, part];
}

function joined(words: readonly SetWord[]): Run[] {
  const runs: { font: string; text: string }[] = [];
  for (const [at, word] of words.entries())
    for (const [nth, run] of word.runs.entries()) {
      const text = at > 0 && nth === 0 ? ` ${run.text}` : run.text;
      const last = runs.at(-1);
      if (last?.font === run.font) last.text += text;
      else runs.push({ font: run.font, text });
    }
  return runs;
}

/** A text as lines of a width, ragged on the right as on the screen. */
export function setLines(type: Typesetter, text: string, { face, width }: Setting): Line[] {
  const space = type.widthOfSpace(face);
  const lines: Line[] = [];
  let line: SetWord[] = [];
  let used = 0;
  const end = () => {
    if (line.length > 0) lines.push({ runs: joined(line), width: used });
    line = [];
    used = 0;
  };
  const add = (word: SetWord) => {
    if (line.length > 0 && used + space + word.width > width) end();
    used += (line.length > 0 ? space : 0) + word.width;
    line.push(word);
  };
  for (const word of text.split(' ')) {
    const set = type.setWord(word, face);
    if (set.width <= width) add(set);
    else for (const part of partsOf(type, word, { face, width })) add(type.setWord(part, face));
  }
  end();
  return lines;
}
