import { createHash } from 'node:crypto';
import {
  LanguageFault,
  type LanguageModel,
  type Question,
  tokensOf,
} from '../../adapters/language-model/language-model.ts';
import type { Deps } from '../../deps.ts';
import { askPatiently } from './ask-patiently.ts';
import { groupNotes, type Part } from './cut-parts.ts';
import { askToCondense, askToNote, type Room } from './questions.ts';
import { countTokens, keepNotes, keptNotes, type SummaryRow } from './summary-row.ts';

type Reading = {
  deps: Pick<Deps, 'db' | 'log'>;
  model: LanguageModel;
  row: Pick<SummaryRow, 'id' | 'prompt'>;
  room: Room;
  signal: AbortSignal;
};

/** Known again by what it was made from, and by nothing else. */
const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A model that heeds no limit must not fill what two notes share. */
function clipped(notes: string, mostTokens: number): string {
  if (tokensOf(notes) <= mostTokens) return notes;
  const lines: string[] = [];
  let left = mostTokens;
  for (const line of notes.split('\n')) {
    left -= tokensOf(`${line}\n`);
    if (left < 0) break;
    lines.push(line);
  }
  return lines.length > 0 ? lines.join('\n') : notes.slice(0, mostTokens);
}

async function noted(reading: Reading, asked: Pick<Question, 'system' | 'text'>): Promise<string> {
  const { deps, model, row, room, signal } = reading;
  const answer = await askPatiently(model, { ...asked, maxOutputTokens: room.noteTokens, signal });
  await countTokens(deps, row.id, answer.usage);
  return clipped(answer.text.trim(), Math.ceil(room.noteTokens * 1.2));
}

/** What no other part would be spared. */
const isOfAll = (error: unknown) =>
  !(error instanceof LanguageFault) || error.kind === 'unauthorized' || error.kind === 'too_long';

type ReadParts = { notes: string[]; missing: Part[]; read: Part[] };

/** Each part once, side by side. One that fails after all tries is left out, and said to be. */
export async function readParts(
  reading: Reading,
  parts: readonly Part[],
  onRead: (count: number) => Promise<void>,
): Promise<ReadParts> {
  const { deps, row } = reading;
  const kept = await keptNotes(deps, row.id);
  // Where one fault is of all, the others are not waited for.
  const stopping = new AbortController();
  const signal = AbortSignal.any([reading.signal, stopping.signal]);
  let count = 0;
  const readOne = async (part: Part, at: number) => {
    const key = keyOf(part.text);
    try {
      const known = kept.get(key);
      const place = { at, count: parts.length };
      const notes = known ?? (await noted({ ...reading, signal }, askToNote(row.prompt, part, place)));
      if (known === undefined) await keepNotes(deps, { summaryId: row.id, key, notes });
      count += 1;
      await onRead(count);
      return notes;
    } catch (error) {
      reading.signal.throwIfAborted();
      if (isOfAll(error)) {
        stopping.abort(error);
        throw error;
      }
      const kind = error instanceof LanguageFault ? error.kind : 'unknown';
      deps.log.warn({ summary: row.id, part: at, kind }, 'a part of a transcript was not read');
      return undefined;
    }
  };
  const outcomes = await Promise.allSettled(parts.map(readOne));
  if (stopping.signal.aborted) throw stopping.signal.reason;
  reading.signal.throwIfAborted();
  const found = parts.map((part, at) => {
    const outcome = outcomes[at];
    return { part, notes: outcome?.status === 'fulfilled' ? outcome.value : undefined };
  });
  return {
    notes: found.flatMap(({ notes }) => (notes === undefined ? [] : [notes])),
    read: found.filter(({ notes }) => notes !== undefined).map(({ part }) => part),
    missing: found.filter(({ notes }) => notes === undefined).map(({ part }) => part),
  };
}

/** Notes of notes, until one call reads them all. Two always fit, so that each round leaves fewer. */
export async function condenseNotes(reading: Reading, notes: readonly string[]): Promise<string[]> {
  const { deps, row, room } = reading;
  let rest = [...notes];
  for (;;) {
    const groups = groupNotes(rest, room.textTokens);
    if (groups.length <= 1) return rest;
    const kept = await keptNotes(deps, row.id);
    rest = await Promise.all(
      groups.map(async (group) => {
        const [only] = group;
        if (group.length === 1 && only !== undefined) return only;
        const key = keyOf(group.join('\n\n'));
        const known = kept.get(key);
        if (known !== undefined) return known;
        const condensed = await noted(reading, askToCondense(row.prompt, group));
        await keepNotes(deps, { summaryId: row.id, key, notes: condensed });
        return condensed;
      }),
    );
  }
}
