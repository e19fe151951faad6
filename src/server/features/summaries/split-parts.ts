import type { LanguageModel } from '#server/adapters/language-model/language-model.ts';
import type { TranscriptLine } from './transcript-lines.ts';

/** The input of one call: lines for the model, and the time range that they cover. */
export type Part = TimeRange & Readonly<{ text: string; lines: readonly TranscriptLine[] }>;

export type TimeRange = Readonly<{ fromMs: number; toMs: number }>;

/** A model's notes on a time range of the recording. */
export type Note = TimeRange & Readonly<{ text: string }>;

const textOf = ({ head, text }: TranscriptLine) => `${head} ${text}`;

/** A pasted text can be one line of hours. It continues in the next part, split between two words. */
function piecesOf(line: TranscriptLine, { maxTokens, countTokens }: Limit): TranscriptLine[] {
  if (countTokens(textOf(line)) <= maxTokens) return [line];
  const headTokens = countTokens(line.head);
  const pieces: string[][] = [];
  let tokens = Number.POSITIVE_INFINITY;
  for (const word of line.text.split(' ')) {
    const ofWord = countTokens(word);
    tokens += ofWord;
    if (tokens <= maxTokens) pieces.at(-1)?.push(word);
    else {
      pieces.push([word]);
      tokens = headTokens + ofWord;
    }
  }
  return pieces.map((words) => ({ ...line, text: words.join(' ') }));
}

type Limit = Pick<LanguageModel, 'countTokens'> & { maxTokens: number };
type Cut = Limit & { durationMs: number };

/**
 * Puts every line into exactly one part, split at segment ends, with parts of about equal length. Together they
 * cover the whole recording: silence before a part belongs to it.
 */
export function splitParts(
  lines: readonly TranscriptLine[],
  { maxTokens, durationMs, countTokens }: Cut,
): Part[] {
  const pieces = lines.flatMap((line) =>
    piecesOf(line, { maxTokens, countTokens }).map((piece) => ({
      piece,
      tokens: countTokens(`${textOf(piece)}\n`),
    })),
  );
  const allTokens = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  const fewest = Math.ceil(allTokens / maxTokens);
  const target = Math.ceil(allTokens / Math.max(fewest, 1));
  const begun: { lines: TranscriptLine[]; startMs: number; tokens: number }[] = [];
  for (const { piece, tokens } of pieces) {
    const part = begun.at(-1);
    const isFull = part === undefined || part.tokens >= target || part.tokens + tokens > maxTokens;
    if (isFull) begun.push({ lines: [piece], startMs: piece.startMs, tokens });
    else {
      part.lines.push(piece);
      part.tokens += tokens;
    }
  }
  return begun.map(({ lines: inside, startMs }, at) => ({
    lines: inside,
    text: inside.map(textOf).join('\n'),
    fromMs: at === 0 ? 0 : startMs,
    toMs: begun[at + 1]?.startMs ?? Math.max(durationMs, startMs),
  }));
}

/** Splits a part's words into two calls. Returns a part of one word unchanged. */
export function halvePart(part: Part, countTokens: LanguageModel['countTokens']): Part[] {
  const halves = splitParts(part.lines, {
    maxTokens: Math.ceil(countTokens(part.text) / 2) + 1,
    durationMs: part.toMs,
    countTokens,
  });
  return halves.map((half, at) => (at === 0 ? { ...half, fromMs: part.fromMs } : half));
}

/** Groups successive notes, as many as one call can read. */
export function groupNotes(notes: readonly Note[], { maxTokens, countTokens }: Limit): Note[][] {
  const groups: { notes: Note[]; tokens: number }[] = [];
  for (const note of notes) {
    const tokens = countTokens(`${note.text}\n\n`);
    const group = groups.at(-1);
    if (group === undefined || group.tokens + tokens > maxTokens) groups.push({ notes: [note], tokens });
    else {
      group.notes.push(note);
      group.tokens += tokens;
    }
  }
  return groups.map((group) => group.notes);
}
