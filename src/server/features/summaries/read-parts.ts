import { createHash } from 'node:crypto';
import {
  type LanguageModel,
  LanguageModelError,
  type Question,
} from '#server/adapters/language-model/language-model.ts';
import { runParallel } from '#server/concurrency/run-parallel.ts';
import type { Deps } from '#server/deps.ts';
import { askWithRetry } from './ask-with-retry.ts';
import { buildCondensePrompt, buildNotePrompt, type TokenBudget } from './model-prompts.ts';
import { groupNotes, halvePart, type Note, type Part, type TimeRange } from './split-parts.ts';
import { addUsage, loadNotes, reportReading, type SummaryRow, saveNotes } from './summary-row.ts';

type Reading = {
  deps: Pick<Deps, 'db' | 'log' | 'now'>;
  model: LanguageModel;
  row: SummaryRow;
  budget: TokenBudget;
  signal: AbortSignal;
};

/** The notes, and the time ranges that the notes do not fully cover. */
type Found = Readonly<{ notes: Note[]; missing: TimeRange[] }>;

/** If the model truncates the notes of a part, the worker reads halves, quarters and eighths of it. */
const maxHalvings = 3;

/** The cache key of notes depends on their input alone. */
const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Two such notes always fit in one call. Longer ones come from a model that ignores limits. */
const maxNoteLength = (budget: TokenBudget) => budget.noteTokens * 2;

/** Truncates notes. Call it only if their range is reported as missing. */
function clipped(notes: string, maxTokens: number, countTokens: LanguageModel['countTokens']): string {
  const tokens = countTokens(notes);
  if (tokens <= maxTokens) return notes;
  const share = maxTokens / tokens;
  const start = notes.slice(0, Math.floor(notes.length * share));
  // The start may be denser than the rest.
  if (countTokens(start) > maxTokens) return clipped(start, maxTokens, countTokens);
  return start.slice(0, Math.max(start.lastIndexOf('\n'), 0)) || start;
}

type Noted = { text: string; isCut: boolean };

async function takeNotes(reading: Reading, prompt: Pick<Question, 'system' | 'text'>): Promise<Noted> {
  const { deps, model, row, budget, signal } = reading;
  const answer = await askWithRetry(model, {
    ...prompt,
    maxOutputTokens: budget.noteTokens,
    signal,
    onRead: reportReading(deps, row),
  });
  await addUsage(deps, row.id, answer.usage);
  const text = answer.text.trim();
  return { text, isCut: answer.isCut || model.countTokens(text) > maxNoteLength(budget) };
}

/** Faults that every other part would meet too. */
const isOfAll = (error: unknown) =>
  !(error instanceof LanguageModelError) || error.kind === 'unauthorized' || error.kind === 'too_long';

const joinedFound = (all: readonly Found[]): Found => ({
  notes: all.flatMap(({ notes }) => notes),
  missing: all.flatMap(({ missing }) => missing),
});

type Place = { at: number; count: number };

/** If the notes were cut off, reads the part again in halves, so that nothing is lost silently. */
async function readPart(
  reading: Reading,
  part: Part,
  numbering: Place,
  kept: ReadonlyMap<string, string>,
  halvings = 0,
): Promise<Found> {
  const { deps, model, row, budget } = reading;
  const { fromMs, toMs } = part;
  const key = keyOf(part.text);
  const known = kept.get(key);
  if (known !== undefined) return { notes: [{ fromMs, toMs, text: known }], missing: [] };
  try {
    const { text, isCut } = await takeNotes(reading, buildNotePrompt(row.prompt, part, numbering));
    if (!isCut) {
      await saveNotes(deps, { summaryId: row.id, key, notes: text });
      return { notes: [{ fromMs, toMs, text }], missing: [] };
    }
    const halves = halvings < maxHalvings ? halvePart(part, model.countTokens) : [part];
    if (halves.length > 1)
      return joinedFound(
        await runParallel(halves, reading.signal, (half, _, signal) =>
          readPart({ ...reading, signal }, half, numbering, kept, halvings + 1),
        ),
      );
    deps.log.warn({ summary: row.id, part: numbering.at }, 'the notes of a part stayed over their limit');
    return {
      notes: [{ fromMs, toMs, text: clipped(text, maxNoteLength(budget), model.countTokens) }],
      missing: [{ fromMs, toMs }],
    };
  } catch (error) {
    reading.signal.throwIfAborted();
    if (isOfAll(error)) throw error;
    const kind = error instanceof LanguageModelError ? error.kind : 'unknown';
    deps.log.warn(
      { summary: row.id, part: numbering.at, kind },
      'the model failed to read a part of a transcript',
    );
    return { notes: [], missing: [{ fromMs, toMs }] };
  }
}

/** Reads each part once, in parallel. Reports a part as missing if all its retries fail. */
export async function readParts(
  reading: Reading,
  parts: readonly Part[],
  onRead: (count: number) => Promise<void>,
): Promise<Found> {
  const storedNotes = await loadNotes(reading.deps, reading.row.id);
  let count = 0;
  const found = await runParallel(parts, reading.signal, async (part, at, signal) => {
    const numbering = { at, count: parts.length };
    const one = await readPart({ ...reading, signal }, part, numbering, storedNotes);
    if (one.notes.length > 0) {
      count += 1;
      await onRead(count);
    }
    return one;
  });
  return joinedFound(found);
}

const timeRangeOfNotes = (notes: readonly Note[]): TimeRange => ({
  fromMs: notes[0]?.fromMs ?? 0,
  toMs: notes.at(-1)?.toMs ?? 0,
});

/** Returns undefined if the model fails. If the model truncates its answer, retries with fewer notes. */
async function condenseGroup(
  reading: Reading,
  group: Note[],
  kept: ReadonlyMap<string, string>,
): Promise<Found | undefined> {
  const { deps, model, row, budget } = reading;
  if (group.length === 1) return { notes: group, missing: [] };
  const key = keyOf(group.map(({ text }) => text).join('\n\n'));
  const known = kept.get(key);
  const stretch = timeRangeOfNotes(group);
  if (known !== undefined) return { notes: [{ ...stretch, text: known }], missing: [] };
  try {
    const { text, isCut } = await takeNotes(reading, buildCondensePrompt(row.prompt, group));
    if (!isCut) {
      await saveNotes(deps, { summaryId: row.id, key, notes: text });
      return { notes: [{ ...stretch, text }], missing: [] };
    }
    if (group.length < 4)
      return {
        notes: [{ ...stretch, text: clipped(text, maxNoteLength(budget), model.countTokens) }],
        missing: [stretch],
      };
    const middle = Math.ceil(group.length / 2);
    const halves = [group.slice(0, middle), group.slice(middle)];
    const found = await runParallel(
      halves,
      reading.signal,
      async (half, _, signal) =>
        (await condenseGroup({ ...reading, signal }, half, kept)) ?? { notes: half, missing: [] },
    );
    return joinedFound(found);
  } catch (error) {
    reading.signal.throwIfAborted();
    if (isOfAll(error)) throw error;
    deps.log.warn({ summary: row.id, notes: group.length }, 'the model failed to condense notes');
    return undefined;
  }
}

/**
 * Condenses notes until one call can read them all. Notes that the model could not condense stay for another round.
 * Once a round gains nothing, the worker drops them and reports their ranges as missing.
 */
export async function condenseNotes(reading: Reading, notes: readonly Note[]): Promise<Found> {
  const missing: TimeRange[] = [];
  let rest = [...notes];
  for (;;) {
    const groups = groupNotes(rest, {
      maxTokens: reading.budget.textTokens,
      countTokens: reading.model.countTokens,
    });
    if (groups.length <= 1) return { notes: rest, missing };
    const storedNotes = await loadNotes(reading.deps, reading.row.id);
    const found = await runParallel(groups, reading.signal, async (group, _, signal) => ({
      group,
      condensed: await condenseGroup({ ...reading, signal }, group, storedNotes),
    }));
    missing.push(...found.flatMap(({ condensed }) => condensed?.missing ?? []));
    const next = found.flatMap(({ group, condensed }) => condensed?.notes ?? group);
    if (next.length < rest.length) {
      rest = next;
      continue;
    }
    const lost = found.filter(({ condensed }) => condensed === undefined).map(({ group }) => group);
    missing.push(...lost.map(timeRangeOfNotes));
    rest = next.filter((note) => !lost.some((group) => group.includes(note)));
    if (rest.length === 0) throw new LanguageModelError('temporary', 'the model condensed no notes');
    if (lost.length === 0) throw new Error('condensing does not reduce the number of notes');
  }
}
