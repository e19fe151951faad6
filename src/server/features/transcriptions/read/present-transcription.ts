import {
  awaitingModelText,
  fetchingModelText,
  type ListedFields,
  reasonTexts,
  type Transcription,
} from '#contract/transcription.ts';
import type { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import { canRetry } from '../accept/retry-transcription.ts';

type Stored = typeof transcriptions.$inferSelect;

type Waiting = Pick<Stored, 'reason' | 'modelDoneBytes' | 'modelTotalBytes'>;

/** Undefined if it does not wait for the speech model, or if no byte of it has arrived. */
function modelBytesOf({ reason, modelDoneBytes, modelTotalBytes }: Waiting) {
  if (reason !== 'fetching_model' || modelDoneBytes === null || modelTotalBytes === null) return undefined;
  return { doneBytes: modelDoneBytes, totalBytes: modelTotalBytes };
}

/** Why it waits or ended without a text, for the screens. */
export function reasonTextOf(row: Waiting): string | null {
  const model = modelBytesOf(row);
  if (model !== undefined) return fetchingModelText(model.doneBytes, model.totalBytes);
  if (row.reason === 'fetching_model') return awaitingModelText;
  return row.reason === null ? null : reasonTexts[row.reason];
}

/** The server's own share of the work before the engine starts: reading the file. */
const preparedPercent = 3;

/**
 * Estimates from the speed since the last start, so that hours of waiting for an engine do not count. Gives no
 * remaining time before there is a speed to estimate from.
 */
export function transcriptionProgress(
  row: Pick<Stored, 'status' | 'heardMs' | 'heardAtStartMs' | 'durationMs' | 'startedAt'> & Waiting,
  now: Date,
): Transcription['progress'] {
  if (row.status === 'completed') return { percent: 100, seconds_left: 0 };
  const model = modelBytesOf(row);
  if (row.status === 'pending' && model !== undefined)
    return { percent: Math.floor((100 * model.doneBytes) / model.totalBytes), seconds_left: null };
  const { heardMs, heardAtStartMs, durationMs, startedAt } = row;
  if (row.status !== 'processing' || durationMs === 0) return { percent: 0, seconds_left: null };
  const percent = Math.round(preparedPercent + (100 - preparedPercent) * (heardMs / durationMs));
  const workedMs = startedAt === null ? 0 : now.getTime() - startedAt.getTime();
  const heardSinceMs = heardMs - heardAtStartMs;
  const secondsLeft =
    heardSinceMs <= 0 ? null : Math.ceil(((workedMs / heardSinceMs) * (durationMs - heardMs)) / 1_000);
  return { percent: Math.min(percent, 99), seconds_left: secondsLeft };
}

type Row = Parameters<typeof transcriptionProgress>[0] &
  Parameters<typeof canRetry>[0] &
  Pick<Stored, 'id' | 'engine'>;

/** The state of one transcription, for its page, the list and the events of the list. */
export function presentState(row: Row, now: Date) {
  return {
    job_id: row.id,
    status: row.status,
    progress: transcriptionProgress(row, now),
    reason_text: reasonTextOf(row),
    can_retry: canRetry(row),
    audio_duration: row.durationMs / 1_000,
    engine_is_sandbox: isSandboxEngine(row.engine),
  };
}

/** The fields that the page, the list and home show alike. */
export function presentTranscription(
  row: Row & Pick<Stored, 'fileName' | 'title' | 'createdAt'>,
  now: Date,
): ListedFields {
  return {
    ...presentState(row, now),
    file_name: row.fileName,
    title: row.title,
    created_at: row.createdAt.toISOString(),
  };
}
