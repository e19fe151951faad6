import { tokensOf } from '../../adapters/language-model/language-model.ts';
import type { SpokenLine } from './spoken-lines.ts';

/** What one call reads: lines as they go to the model, and the stretch of the recording they tell of. */
export type Part = Readonly<{ text: string; fromMs: number; toMs: number }>;

/** A text that somebody pasted can be one line of hours: it goes on in the next part, cut between two words. */
function piecesOf(line: SpokenLine, mostTokens: number): string[] {
  const whole = `${line.head} ${line.text}`;
  if (tokensOf(whole) <= mostTokens) return [whole];
  const pieces: string[] = [];
  let piece = line.head;
  for (const word of line.text.split(' ')) {
    if (piece !== line.head && tokensOf(`${piece} ${word}`) > mostTokens) {
      pieces.push(piece);
      piece = line.head;
    }
    piece += ` ${word}`;
  }
  return [...pieces, piece];
}

type Cut = { mostTokens: number; durationMs: number };

/**
 * Every line in one part and in one only, cut at the ends of segments, each about as long as the others. Together they
 * stand for the whole recording: silence before a part belongs to it.
 */
export function cutParts(lines: readonly SpokenLine[], { mostTokens, durationMs }: Cut): Part[] {
  const pieces = lines.flatMap((line) =>
    piecesOf(line, mostTokens).map((text) => ({
      text,
      startMs: line.startMs,
      tokens: tokensOf(`${text}\n`),
    })),
  );
  const allTokens = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const fewest = Math.ceil(allTokens / mostTokens);
  const target = Math.ceil(allTokens / Math.max(fewest, 1));
  const begun: { texts: string[]; startMs: number; tokens: number }[] = [];
  for (const { text, startMs, tokens } of pieces) {
    const part = begun.at(-1);
    const isFull = part === undefined || part.tokens >= target || part.tokens + tokens > mostTokens;
    if (isFull) begun.push({ texts: [text], startMs, tokens });
    else {
      part.texts.push(text);
      part.tokens += tokens;
    }
  }
  return begun.map(({ texts, startMs }, at) => ({
    text: texts.join('\n'),
    fromMs: at === 0 ? 0 : startMs,
    toMs: begun[at + 1]?.startMs ?? Math.max(durationMs, startMs),
  }));
}

/** Notes in a row, as many together as one call reads. */
export function groupNotes(notes: readonly string[], mostTokens: number): string[][] {
  const groups: { notes: string[]; tokens: number }[] = [];
  for (const note of notes) {
    const tokens = tokensOf(`${note}\n\n`);
    const group = groups.at(-1);
    if (group === undefined || group.tokens + tokens > mostTokens) groups.push({ notes: [note], tokens });
    else {
      group.notes.push(note);
      group.tokens += tokens;
    }
  }
  return groups.map((group) => group.notes);
}
