import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TranscriptionReason } from '#contract/transcription.ts';
import { hourMs, secondMs } from '#domain/format/durations.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { MediaError } from '#server/adapters/media/media-error.ts';
import { SpeechError, sandboxEngineName } from '#server/adapters/speech/engine.ts';
import { StorageError } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob, type JobContext, type JobOutcome } from '#server/jobs/job-definition.ts';
import type { Work } from '#server/jobs/work-log.ts';
import { finishAtLimit, finishTranscription } from './finish-transcription.ts';
import { OriginalGoneError } from './original-file.ts';
import { readParts } from './part-rows.ts';
import { prepareSound } from './prepare-sound.ts';
import { HoursSpentError, StaleRunError } from './reserve-decoded.ts';
import { transcribeChunks } from './transcribe-chunks.ts';
import { type End, failTranscription, setPendingReason, setWaitingForModel } from './transcription-status.ts';

/** One job turns a recording into text. It may stop anywhere, because the next attempt reuses finished chunks. */
export const runTranscriptionJob = defineJob({
  name: 'run-transcription',
  payload: z.object({ transcriptionId: z.uuid(), run: z.number().int() }),
  // An engine outage of an evening must fail no recording: retry for about six hours.
  retryLimit: 18,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 1_800,
  expireInSeconds: 12 * 3_600,
  heartbeatSeconds: 20,
  concurrency: 3,
  // Ten recordings of one owner never take every slot, so the next owner's recording starts at once.
  maxPerGroup: 2,
});

type Payload = { transcriptionId: string; run: number };
type RunningTranscription = typeof transcriptions.$inferSelect;
type Run = Readonly<{ row: RunningTranscription; context: JobContext; work: Work }>;

/** Short, because the person reads that the transcription starts right after the model. */
const modelPauseSeconds = 5;
const diskPauseSeconds = 60;
/** The owner reads this limit in the text of `never_room`. */
const maxWaitForDiskSpaceMs = 24 * hourMs;
/** Decoded sound: 16,000 samples a second of two bytes. */
const soundBytesPerMs = 32;

/** A text that the sandbox began stays marked, because an engine that takes over keeps what is there. */
const engineOf = (name: string) => sql`case
  when ${transcriptions.engine} = ${sandboxEngineName}::text and ${transcriptions.heardMs} > 0
  then ${transcriptions.engine} else ${name}::text end`;

/** Returns undefined if it was deleted, retried since, or finished by a process that seemed dead. */
async function claim({ db, now, speech }: Deps, { transcriptionId, run }: Payload) {
  const [row] = await db
    .update(transcriptions)
    .set({
      status: 'processing',
      reason: null,
      engine: engineOf(speech.name),
      startedAt: now(),
      heardAtStartMs: transcriptions.heardMs,
      updatedAt: now(),
    })
    .where(
      and(
        eq(transcriptions.id, transcriptionId),
        eq(transcriptions.run, run),
        eq(transcriptions.isDeleted, false),
        inArray(transcriptions.status, ['pending', 'processing']),
      ),
    )
    .returning();
  return row;
}

function reasonOfFile(kind: MediaError['kind']): TranscriptionReason {
  if (kind === 'no_audio' || kind === 'too_long') return kind;
  return 'unreadable';
}

function reasonOfEngine({ kind }: SpeechError) {
  if (kind === 'unauthorized') return 'engine_unauthorized';
  return kind === 'busy' ? 'engine_busy' : 'engine_away';
}

function reasonToWait(error: unknown) {
  if (error instanceof SpeechError) return reasonOfEngine(error);
  if (error instanceof StorageError) return error.kind === 'full' ? 'out_of_room' : 'storage_away';
  if (!(error instanceof MediaError)) return undefined;
  // Other faults mean a busy or incomplete machine, which does not concern the owner.
  return error.kind === 'disk_full' ? 'out_of_room' : 'waiting_for_turn';
}

/** True if the sound exceeds its header and the plan's limit. */
const isOverLimit = (error: unknown) =>
  error instanceof HoursSpentError || (error instanceof MediaError && error.kind === 'too_long');

async function failRun(deps: Deps, { row, work }: Run, end: End) {
  work.setReason(end.reason);
  return failTranscription(deps, row, end);
}

/**
 * Waiting uses up no retry: a disk that is full for hours must not fail a recording. A recording that needs more
 * than the disk can ever hold fails after a day. Otherwise it would wait for ever and hold its owner's hours.
 */
async function waitForDiskSpace(deps: Deps, run: Run): Promise<JobOutcome> {
  const { row, context } = run;
  if (deps.now().getTime() - context.createdAt.getTime() < maxWaitForDiskSpaceMs) {
    await setPendingReason(deps, row, 'out_of_room');
    return { outcome: 'deferred', afterSeconds: diskPauseSeconds };
  }
  deps.log.error({ transcriptionId: row.id }, 'a recording found no room on the disk for a day: it fails');
  return failRun(deps, run, { status: 'failed', reason: 'never_room' });
}

/** File faults end the job at once. Temporary faults are retried, and the screen shows their reason. */
async function handleRunError(deps: Deps, run: Run, error: unknown) {
  const { row, context } = run;
  if (context.signal.aborted) throw error;
  if (error instanceof StaleRunError) return 'stale';
  if (isOverLimit(error) && (await finishAtLimit(deps, row))) return 'completed';
  if (error instanceof HoursSpentError)
    return failRun(deps, run, { status: 'failed', reason: 'quota_spent' });
  if (error instanceof MediaError && error.isFaultOfFile) {
    return failRun(deps, run, { status: 'error', reason: reasonOfFile(error.kind) });
  }
  if (error instanceof SpeechError && (error.kind === 'refused' || error.kind === 'too_big'))
    return failRun(deps, run, { status: 'failed', reason: 'engine_refused' });
  if (error instanceof OriginalGoneError)
    return failRun(deps, run, { status: 'failed', reason: 'original_gone' });
  const reason = reasonToWait(error);
  if (reason === 'out_of_room') {
    deps.log.warn({ err: error, transcriptionId: row.id }, 'no room for the work on a recording: it waits');
    return waitForDiskSpace(deps, run);
  }
  if (context.isLastTry) return failRun(deps, run, { status: 'failed', reason: 'retries_spent' });
  if (reason !== undefined) await setPendingReason(deps, row, reason);
  throw error;
}

/** The bytes that the job writes to the local disk, including an original that it must fetch from a bucket. */
async function workBytes({ db, storage }: Deps, { id, durationMs, originalKey }: RunningTranscription) {
  const soundBytes = durationMs * soundBytesPerMs;
  const parts = await readParts(db, id);
  // Joined files are fetched and decoded one by one, and their sound is decoded once more as a whole.
  if (parts.length > 0) return 2 * soundBytes + Math.max(...parts.map(({ bytes }) => bytes ?? 0));
  const fetched = storage.kind === 's3' && originalKey !== null ? await storage.stat(originalKey) : undefined;
  return soundBytes + (fetched?.bytes ?? 0);
}

/**
 * A failed fetch starts again here, and takes minutes. Returns the row, or undefined if its run ended meanwhile.
 * The job waits for the result, because a fetch that fails must count as one of its tries.
 */
async function prepareEngine(
  deps: Deps,
  { row, payload, signal }: { row: RunningTranscription; payload: Payload; signal: AbortSignal },
) {
  const preparing = deps.speech.prepare(signal);
  deps.speakers?.prepare();
  const readiness = deps.speech.readiness();
  if (readiness.state !== 'fetching_model') {
    await preparing;
    return row;
  }
  await Promise.all([preparing, setWaitingForModel(deps, row, readiness)]);
  return claim(deps, payload);
}

const subjectOf = ({ speech }: Pick<Deps, 'speech'>, { id, durationMs }: RunningTranscription) =>
  ({
    work: 'recording',
    engine: speech.name,
    transcriptionId: id,
    soundSeconds: durationMs / secondMs,
  }) as const;

/** Turns a stored file into text. An interrupted job continues with the first unanswered chunk. */
export function runTranscription(deps: Deps, payload: Payload, context: JobContext): Promise<JobOutcome> {
  return deps.workLog.follow(context, (work) => transcribe(deps, payload, { context, work }));
}

async function transcribe(
  deps: Deps,
  payload: Payload,
  { context, work }: Pick<Run, 'context' | 'work'>,
): Promise<JobOutcome> {
  const readiness = deps.speech.readiness();
  if (readiness.state === 'fetching_model') {
    // Before the claim, which would show the recording as in progress for a moment with each look. Uses up no retry.
    await setWaitingForModel(deps, { id: payload.transcriptionId, run: payload.run }, readiness);
    return { outcome: 'deferred', afterSeconds: modelPauseSeconds };
  }
  let row = await claim(deps, payload);
  if (row === undefined) return 'stale';
  work.describe(subjectOf(deps, row));
  try {
    if (!(await deps.diskReserve.holdsWork(await workBytes(deps, row))))
      return await waitForDiskSpace(deps, { row, context, work });
    work.begin();
    const prepared = await prepareEngine(deps, { row, payload, signal: context.signal });
    if (prepared === undefined) return 'stale';
    row = prepared;
    await using sound = await prepareSound(deps, row, context.signal);
    const outcome = await transcribeChunks(deps, row, { sound, work, signal: context.signal });
    if (outcome === 'stale') return 'stale';
    const isOurs = await finishTranscription(deps, row, { keepsOriginal: !sound.isPadded() });
    return isOurs ? 'completed' : 'stale';
  } catch (error) {
    return handleRunError(deps, { row, context, work }, error);
  }
}
