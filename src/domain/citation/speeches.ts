import type { QuotedTurn } from './quoted-turn.ts';

/** Several turns of one voice in a row. */
export type Speech = Readonly<{
  voice: string | undefined;
  paragraphs: readonly string[];
  startMs: number | undefined;
  endMs: number | undefined;
  isCutBefore: boolean;
  isCutAfter: boolean;
}>;

export const suppression = '[…]';

/** Half a character, or a sign that would turn the rest of the citation around. */
const harmful = /[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export const cleanLine = (text: string) =>
  text
    .replace(harmful, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

function joined(speech: Speech, turn: QuotedTurn, text: string): Speech {
  const last = speech.paragraphs.at(-1) ?? '';
  const before = speech.isCutAfter ? `${last} ${suppression}` : last;
  // One sign stands for everything between the two parts.
  const next = turn.isCutBefore && !speech.isCutAfter ? `${suppression} ${text}` : text;
  return {
    ...speech,
    paragraphs: [
      ...speech.paragraphs.slice(0, -1),
      ...(turn.startsParagraph ? [before, next] : [`${before} ${next}`]),
    ],
    endMs: turn.endMs ?? speech.endMs,
    isCutAfter: turn.isCutAfter,
  };
}

export function speechesOf(turns: readonly QuotedTurn[]): Speech[] {
  const speeches: Speech[] = [];
  for (const turn of turns) {
    const text = cleanLine(turn.text);
    if (text === '') continue;
    const voice = cleanLine(turn.voice ?? '') || undefined;
    const open = speeches.at(-1);
    if (open !== undefined && open.voice === voice) speeches[speeches.length - 1] = joined(open, turn, text);
    else {
      const { startMs, endMs, isCutBefore, isCutAfter } = turn;
      speeches.push({ voice, paragraphs: [text], startMs, endMs, isCutBefore, isCutAfter });
    }
  }
  return speeches;
}

/** The paragraphs with a sign where the selection begins or ends inside a sentence. */
export function markedParagraphs({ paragraphs, isCutBefore, isCutAfter }: Speech): string[] {
  const last = paragraphs.length - 1;
  return paragraphs.map((paragraph, at) => {
    const before = at === 0 && isCutBefore ? `${suppression} ` : '';
    const after = at === last && isCutAfter ? ` ${suppression}` : '';
    return `${before}${paragraph}${after}`;
  });
}

export const markedWords = (speech: Speech) => markedParagraphs(speech).join(' ');
