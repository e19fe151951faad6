import { and, desc, eq } from 'drizzle-orm';
import type { Transcription } from '#contract/transcription.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { namedText, type PartRow, readParts } from '../run/part-rows.ts';
import { readPartialSegments } from './partial-segments.ts';
import { presentTranscription, reasonTextOf } from './present-transcription.ts';
import { watermarkText } from './watermark-text.ts';

type Row = typeof transcriptions.$inferSelect;

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
    ...presentTranscription(row, now()),
    text: kept?.text ?? (segments.length > 0 ? transcriptText(segments) : null),
    summary: summary?.text ?? null,
    customPrompt: summary?.prompt ?? null,
    userPlan: plan,
    watermark: hasWatermark ? watermarkText(config) : null,
    reason: row.reason,
    reason_text: reasonText(row, parts),
    language: row.heardLanguage ?? row.language,
    engine: row.engine,
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
