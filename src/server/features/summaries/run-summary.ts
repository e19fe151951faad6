import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Summary } from '#contract/summary.ts';
import { hourSeconds } from '#domain/format/durations.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { type LanguageModel, LanguageModelError } from '#server/adapters/language-model/language-model.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob, type JobContext, type JobOutcome } from '#server/jobs/job-definition.ts';
import type { Work as LoggedWork } from '#server/jobs/work-log.ts';
import { createCitationChecker } from './check-citations.ts';
import {
  buildWriteFromNotesPrompt,
  buildWritePrompt,
  splitTokenBudget,
  type TokenBudget,
} from './model-prompts.ts';
import { condenseNotes, readParts } from './read-parts.ts';
import { type Part, splitParts, type TimeRange } from './split-parts.ts';
import { streamSummary } from './stream-summary.ts';
import {
  addUsage,
  deleteNotes,
  isOwned,
  SummaryGoneError,
  type SummaryRow,
  updateSummary,
} from './summary-row.ts';
import { toTranscriptLines } from './transcript-lines.ts';

/** One job writes one summary. The next attempt reuses the stored notes of an interrupted one. */
export const runSummaryJob = defineJob({
  name: 'run-summary',
  payload: z.object({ summaryId: z.uuid() }),
  // Model faults are retried within a run; these retries are for processes that die.
  retryLimit: 5,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 30,
  // A model on two cores takes half as long as the recording. The heartbeat finds dead workers much earlier.
  expireInSeconds: 12 * hourSeconds,
  heartbeatSeconds: 10,
  concurrency: 4,
  // An owner who starts ten summaries leaves slots for others.
  maxPerGroup: 2,
});

type Work = { deps: Deps; model: LanguageModel; row: SummaryRow; signal: AbortSignal };

/** Splits a text that was longer than estimated into smaller parts, twice at most. */
const shares = [1, 0.5, 0.25] as const;

/** Returns undefined if the summary has ended or its transcription is deleted. */
async function claim({ db, now }: Deps, summaryId: string): Promise<SummaryRow | undefined> {
  const [row] = await db
    .update(transcriptionSummaries)
    .set({
      attempt: sql`${transcriptionSummaries.attempt} + 1`,
      text: '',
      stage: 'reading',
      partPercent: 0,
      updatedAt: now(),
    })
    .where(and(eq(transcriptionSummaries.id, summaryId), eq(transcriptionSummaries.status, 'running')))
    .returning();
  return row;
}

async function transcriptOf({ db }: Deps, row: SummaryRow) {
  const [found] = await db
    .select({
      segments: transcripts.segments,
      names: transcripts.speakerNames,
      revision: transcripts.revision,
      durationMs: transcriptions.durationMs,
    })
    .from(transcripts)
    .innerJoin(transcriptions, eq(transcriptions.id, transcripts.transcriptionId))
    .where(and(eq(transcripts.transcriptionId, row.transcriptionId), eq(transcriptions.isDeleted, false)));
  if (found === undefined) throw new SummaryGoneError();
  return found;
}

/** The read range, from its first moment to its last, and the holes in between. */
function coversOf(
  whole: TimeRange,
  { notes, missing }: { notes: readonly TimeRange[]; missing: readonly TimeRange[] },
  durationMs: number,
): Summary['covers'] {
  const holes: { from_ms: number; to_ms: number }[] = [];
  for (const { fromMs, toMs } of missing.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const before = holes.at(-1);
    if (before !== undefined && before.to_ms >= fromMs) before.to_ms = Math.max(before.to_ms, toMs);
    else holes.push({ from_ms: fromMs, to_ms: toMs });
  }
  const isLost = ({ fromMs, toMs }: TimeRange) =>
    holes.some(({ from_ms, to_ms }) => from_ms <= fromMs && to_ms >= toMs);
  const read = notes.filter((each) => !isLost(each));
  return {
    from_ms: read[0]?.fromMs ?? whole.fromMs,
    to_ms: read.at(-1)?.toMs ?? whole.toMs,
    duration_ms: Math.max(durationMs, whole.toMs),
    missing: holes,
  };
}

async function notesOf({ deps, model, row, signal }: Work, budget: TokenBudget, parts: readonly Part[]) {
  const reading = { deps, model, row, budget, signal };
  const read = await readParts(reading, parts, (doneParts) =>
    updateSummary(deps, row, { doneParts, partPercent: 0 }),
  );
  const { notes, missing } = await condenseNotes(reading, read.notes);
  return { notes, missing: [...read.missing, ...missing] };
}

async function summarize(work: Work, share: number) {
  const { deps, model, row, signal } = work;
  const { segments, names, revision, durationMs } = await transcriptOf(deps, row);
  const lines = toTranscriptLines(segments, names);
  const { countTokens } = model;
  const contextTokens = await model.readContextTokens(signal);
  const budget = splitTokenBudget({ contextTokens, countTokens }, row.prompt, share);
  const parts = splitParts(lines, { maxTokens: budget.textTokens, durationMs, countTokens });
  await updateSummary(deps, row, { revision, totalParts: parts.length, doneParts: 0, stage: 'reading' });
  const [only] = parts;
  const isShort = parts.length === 1 && only !== undefined;
  const found = isShort ? { notes: [only], missing: [] } : await notesOf(work, budget, parts);
  if (found.notes.length === 0)
    throw new LanguageModelError('temporary', 'the model read no part of the transcript');
  const question = isShort
    ? buildWritePrompt(row.prompt, only.text)
    : buildWriteFromNotesPrompt(row.prompt, found.notes);
  // The model reads a short text in this call. Of a long one it has only its notes to read.
  if (!isShort) await updateSummary(deps, row, { stage: 'writing' });
  const written = await streamSummary(
    { deps, model, row },
    { ...question, maxOutputTokens: budget.answerTokens, signal },
    createCitationChecker(lines),
  );
  await addUsage(deps, row.id, written.usage);
  const whole = { fromMs: parts[0]?.fromMs ?? 0, toMs: parts.at(-1)?.toMs ?? 0 };
  return { ...written, parts: parts.length, covers: coversOf(whole, found, durationMs) };
}

async function summarizeWithinBudget(work: Work) {
  for (const share of shares) {
    try {
      return await summarize(work, share);
    } catch (error) {
      const isLonger = error instanceof LanguageModelError && error.kind === 'too_long';
      if (!isLonger || share === shares.at(-1)) throw error;
    }
  }
  throw new Error('the list of shares is empty');
}

function costOf({ price }: LanguageModel, { inputTokens, outputTokens }: SummaryRow): number | undefined {
  if (price === undefined) return undefined;
  return (price.input * inputTokens + price.output * outputTokens) / 1_000_000;
}

async function finish({ deps, model, row }: Work, made: Awaited<ReturnType<typeof summarize>>) {
  const { text, moments, covers, parts } = made;
  await updateSummary(deps, row, {
    status: 'done',
    text,
    moments,
    covers,
    doneParts: parts,
    stage: 'writing',
    finishedAt: deps.now(),
  });
  await deleteNotes(deps, row.id);
  const [done] = await deps.db
    .select()
    .from(transcriptionSummaries)
    .where(eq(transcriptionSummaries.id, row.id));
  if (done === undefined) return;
  const { inputTokens, outputTokens } = done;
  const dollars = costOf(model, done);
  const missing = covers.missing.length;
  deps.log.info(
    { summary: row.id, model: model.name, parts, missing, inputTokens, outputTokens, dollars },
    'summarized',
  );
}

/** The log has the cause. The owner learns that the summary failed and that another request may succeed. */
async function fail(deps: Deps, row: SummaryRow, error: unknown): Promise<JobOutcome> {
  const kind = error instanceof LanguageModelError ? error.kind : 'unknown';
  deps.log.error({ summary: row.id, kind, err: error }, 'a summary failed');
  await updateSummary(deps, row, { status: 'failed', error: 'summary_failed', finishedAt: deps.now() });
  await deleteNotes(deps, row.id);
  return 'failed';
}

/** The transcription was deleted. Fail its summary, so that a restored one does not wait for a stopped job. */
async function failDeletedSummary({ db, now }: Deps, row: SummaryRow) {
  await db
    .update(transcriptionSummaries)
    .set({ status: 'failed', error: 'summary_failed', finishedAt: now() })
    .where(isOwned(row));
  await deleteNotes({ db }, row.id);
}

/** Writes the summary of a transcript. After an interruption, the next run reads only the unread parts. */
export function runSummary(
  deps: Deps,
  payload: { summaryId: string },
  context: JobContext,
): Promise<JobOutcome> {
  return deps.workLog.follow(context, (logged) => writeSummary(deps, payload, { ...context, logged }));
}

async function writeSummary(
  deps: Deps,
  { summaryId }: { summaryId: string },
  { signal, isLastTry, logged }: JobContext & { logged: LoggedWork },
): Promise<JobOutcome> {
  const row = await claim(deps, summaryId);
  if (row === undefined) return 'stale';
  const { transcriptionId, model } = row;
  logged.describe({ work: 'summary', engine: deps.language?.name ?? model, summaryId, transcriptionId });
  logged.begin();
  try {
    if (deps.language === undefined)
      return await fail(deps, row, new Error('the server has no language model any more'));
    const work: Work = { deps, model: deps.language, row, signal };
    await finish(work, await summarizeWithinBudget(work));
    return 'completed';
  } catch (error) {
    if (error instanceof SummaryGoneError) {
      await failDeletedSummary(deps, row);
      return 'stale';
    }
    if (signal.aborted && !isLastTry) throw error;
    if (!(error instanceof LanguageModelError) && !isLastTry) throw error;
    return fail(deps, row, error);
  }
}
