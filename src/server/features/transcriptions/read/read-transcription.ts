import { and, desc, eq } from 'drizzle-orm';
import {
  awaitingModelText,
  fetchingModelText,
  reasonTexts,
  type Transcription,
} from '#contract/transcription.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { canRetry } from '../accept/retry-transcription.ts';
import { namedText, type PartRow, readParts } from '../run/part-rows.ts';
import { readPartialSegments } from './partial-segments.ts';
import { watermarkText } from './watermark-text.ts';

type Row = typeof transcriptions.$inferSelect;

type Waiting = Pick<Row, 'reason' | 'modelDoneBytes' | 'modelTotalBytes'>;

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

/** Finds the actor's transcription. A deleted one, or another owner's, is not found. */
export async function findOwnTranscription(
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
): Promise<Row> {
  const [row] = await db
    .select()
    .from(transcriptions)
    .where(
      and(eq(transcriptions.id, id), eq(transcriptions.userId, userId), eq(transcriptions.isDeleted, false)),
    );
  if (row === undefined) throw new AppError('not_found', { text: notFoundTexts.transcription });
  return row;
}

/**
 * Estimates from the speed since the last start, so that hours of waiting for an engine do not count. Gives no
 * remaining time before there is a speed to estimate from.
 */
export function transcriptionProgress(
  row: Pick<Row, 'status' | 'heardMs' | 'heardAtStartMs' | 'durationMs' | 'startedAt'> & Waiting,
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

async function newestSummary(db: Deps['db'], transcriptionId: string) {
  const [newest] = await db
    .select({ text: transcriptionSummaries.text, prompt: transcriptionSummaries.prompt })
    .from(transcriptionSummaries)
    .where(
      and(
        eq(transcriptionSummaries.transcriptionId, transcriptionId),
        eq(transcriptionSummaries.status, 'done'),
      ),
    )
    .orderBy(desc(transcriptionSummaries.createdAt))
    .limit(1);
  return newest;
}

/** Names the file that failed. */
function reasonText(row: Row, parts: readonly PartRow[]): string | null {
  const text = reasonTextOf(row);
  const faulty = parts.find(({ isFaulty }) => isFaulty);
  return faulty === undefined || text === null ? text : namedText(faulty, text);
}

export async function readTranscription(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  id: string,
): Promise<Transcription> {
  const { db, config, now } = deps;
  const row = await findOwnTranscription(deps, actor, id);
  const { plan, hasWatermark } = await findEntitlements(db, actor.userId);
  const [kept] = await db.select().from(transcripts).where(eq(transcripts.transcriptionId, id));
  const summary = await newestSummary(db, id);
  const parts = await readParts(db, id);
  const segments = kept?.segments ?? (await readPartialSegments(deps, id));
  return {
    job_id: row.id,
    status: row.status,
    text: kept?.text ?? (segments.length > 0 ? transcriptText(segments) : null),
    audio_duration: row.durationMs / 1_000,
    file_name: row.fileName,
    title: row.title,
    created_at: row.createdAt.toISOString(),
    summary: summary?.text ?? null,
    customPrompt: summary?.prompt ?? null,
    userPlan: plan,
    watermark: hasWatermark ? watermarkText(config) : null,
    reason: row.reason,
    reason_text: reasonText(row, parts),
    can_retry: canRetry(row),
    progress: transcriptionProgress(row, now()),
    language: row.heardLanguage ?? row.language,
    engine: row.engine,
    engine_is_sandbox: isSandboxEngine(row.engine),
    has_video: row.hasVideo,
    has_media: row.audioType !== null,
    segments,
    speaker_names: kept?.speakerNames ?? {},
    revision: kept?.revision ?? 0,
    voices: { state: row.voicesState, stated: row.statedVoices },
    parts: parts.map(({ position, fileName, startMs, durationMs }) => ({
      position,
      file_name: fileName,
      start_ms: startMs,
      duration_ms: durationMs,
    })),
  };
}
