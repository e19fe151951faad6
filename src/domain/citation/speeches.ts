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
  const { isCutAfter: isCutBetween, paragraphs, ...rest } = speech;
  const end = { endMs: turn.endMs ?? speech.endMs, isCutAfter: turn.isCutAfter };
  const last = paragraphs.at(-1) ?? '';
  if (turn.startsParagraph) {
    const before = isCutBetween ? `${last} ${suppression}` : last;
    const next = turn.isCutBefore ? `${suppression} ${text}` : text;
    return { ...rest, ...end, paragraphs: [...paragraphs.slice(0, -1), before, next] };
  }
  const gap = isCutBetween || turn.isCutBefore ? ` ${suppression} ` : ' ';
  return { ...rest, ...end, paragraphs: [...paragraphs.slice(0, -1), `${last}${gap}${text}`] };
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
