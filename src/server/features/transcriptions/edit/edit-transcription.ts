import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TextEdit } from '#contract/transcript.ts';
import type { TranscriptionChangeSchema } from '#contract/transcription.ts';
import { alignText, retimeWords } from '#domain/transcript/edited-words.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { findOwnTranscription } from '../read/read-transcription.ts';
import { detectHallucination } from '../run/detect-hallucinations.ts';
import { keepCorrectedWords } from './corrected-words.ts';
import { lockText } from './lock-text.ts';

type Kept = typeof transcripts.$inferSelect;

const notYet = 'A transcrição ainda não terminou. O texto pode ser corrigido depois.';
const foreignSegment = 'O texto não tem um dos trechos enviados. Recarregue a página e tente de novo.';

/** Reads the text after the lock, because a parallel save may have changed it before. */
async function lockTranscript(tx: Transaction, actor: Actor, id: string): Promise<Kept> {
  await lockText(tx, actor, { id, notYet });
  const [kept] = await tx.select().from(transcripts).where(eq(transcripts.transcriptionId, id));
  if (kept === undefined) throw new AppError('conflict', { text: notYet });
  return kept;
}

/** A correction by a user: the warning stays only if the new text still justifies it. */
function withText(segment: StoredSegment, text: string): StoredSegment {
  if (text === segment.text) return segment;
  const { warning, confidence: _, words: __, ...rest } = segment;
  const words = retimeWords(segment, text);
  const asHeard = { startMs: segment.start_ms, endMs: segment.end_ms, text };
  const doubt =
    warning === undefined
      ? undefined
      : detectHallucination(asHeard, { isSilent: () => warning === 'invented' });
  return {
    ...rest,
    text,
    ...(doubt !== undefined && { warning: doubt }),
    ...(words !== undefined && { words }),
  };
}

/** By a person, whose choice no search for voices changes unless an undo takes it back. */
function withSpeaker(segment: StoredSegment, speaker: string | null, isAssigned: boolean): StoredSegment {
  const { speaker: _, assigned: __, ...rest } = segment;
  return { ...rest, ...(isAssigned && { assigned: true }), ...(speaker !== null && { speaker }) };
}

function changed(segments: readonly StoredSegment[], changes: TextEdit['changes']): StoredSegment[] {
  const places = new Map(segments.map(({ id }, at) => [id, at]));
  const next = [...segments];
  for (const { id, text, speaker, assigned = true } of changes) {
    const at = places.get(id);
    const segment = at === undefined ? undefined : next[at];
    if (at === undefined || segment === undefined)
      throw new AppError('invalid_input', { text: foreignSegment });
    const spoken = speaker === undefined ? segment : withSpeaker(segment, speaker, assigned);
    next[at] = text === undefined ? spoken : withText(spoken, text);
  }
  return next;
}

/** An emptied name restores the engine's name of the speaker. */
function namesFor(segments: readonly StoredSegment[], names: Record<string, string>) {
  const speakers = new Set(segments.map(({ speaker }) => speaker));
  return Object.fromEntries(
    Object.entries(names).filter(([speaker, name]) => name !== '' && speakers.has(speaker)),
  );
}

type Writing = { segments: StoredSegment[]; speakerNames?: Record<string, string>; now: Date };

/** Call only with the lock held, because it increments the revision that was read under the lock. */
async function writeTranscript(
  tx: Transaction,
  kept: Kept,
  { segments, speakerNames, now }: Writing,
): Promise<number> {
  const revision = kept.revision + 1;
  await tx
    .update(transcripts)
    .set({
      segments,
      text: transcriptText(segments),
      speakerNames: speakerNames ?? kept.speakerNames,
      revision,
      updatedAt: now,
    })
    .where(eq(transcripts.transcriptionId, kept.transcriptionId));
  await keepCorrectedWords(tx, kept, segments);
  return revision;
}

/** Saves an edit, unless the text has changed since its editor opened it. */
export async function editText(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { id, edit }: { id: string; edit: TextEdit },
): Promise<number> {
  await findOwnTranscription({ db }, actor, id);
  return db.transaction(async (tx) => {
    const transcript = await lockTranscript(tx, actor, id);
    if (transcript.revision !== edit.revision) throw new AppError('text_changed_elsewhere');
    const segments = changed(transcript.segments, edit.changes);
    const speakerNames = namesFor(segments, edit.speaker_names ?? transcript.speakerNames);
    return writeTranscript(tx, transcript, { segments, speakerNames, now: now() });
  });
}

type Change = z.infer<typeof TranscriptionChangeSchema>;
type TextToAlign = { id: string; text: string; durationMs: number; now: Date };

/** Aligns a text without segments, edited elsewhere: its words return to where their neighbours were spoken. */
async function alignEditedText(tx: Transaction, actor: Actor, { id, text, durationMs, now }: TextToAlign) {
  const transcript = await lockTranscript(tx, actor, id);
  // Clients send the text with every other change.
  if (text === transcript.text) return;
  const segments =
    transcript.segments.length === 0
      ? [{ id: 0, start_ms: 0, end_ms: durationMs, text }]
      : transcript.segments;
  const texts = alignText(segments, text);
  const aligned = segments.map((segment, at) => withText(segment, texts[at] ?? ''));
  await writeTranscript(tx, transcript, { segments: aligned, now });
}

/**
 * Saves an edited text and a title. Status and duration are the server's own: a client changes neither them nor
 * the charge.
 */
export async function changeTranscription(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { id, change }: { id: string; change: Change },
): Promise<void> {
  const { db, now } = deps;
  const { durationMs } = await findOwnTranscription(deps, actor, id);
  const { title, text } = change;
  await db.transaction(async (tx) => {
    if (title !== undefined)
      await tx
        .update(transcriptions)
        .set({ title, updatedAt: now() })
        .where(and(eq(transcriptions.id, id), eq(transcriptions.userId, actor.userId)));
    if (text !== undefined) await alignEditedText(tx, actor, { id, text, durationMs, now: now() });
  });
}
