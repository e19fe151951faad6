import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TranscriptionChangeSchema } from '#contract/transcription.ts';
import { alignText } from '#domain/transcript/align-text.ts';
import type { Actor } from '../../../actor.ts';
import type { Transaction } from '../../../adapters/db/database.ts';
import { transcriptions } from '../../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../../deps.ts';
import { ownTranscription } from '../watch/read-transcription.ts';
import { lockTranscript, withText, writeTranscript } from './edit-text.ts';

type Change = z.infer<typeof TranscriptionChangeSchema>;
type Laying = { id: string; text: string; durationMs: number; now: Date };

/** A text that was edited elsewhere has no segments: its words go back to where their neighbours were said. */
async function layText(tx: Transaction, actor: Actor, { id, text, durationMs, now }: Laying) {
  const kept = await lockTranscript(tx, actor, id);
  // Clients send the text along with whatever else they save.
  if (text === kept.text) return;
  const segments =
    kept.segments.length === 0 ? [{ id: 0, start_ms: 0, end_ms: durationMs, text }] : kept.segments;
  const texts = alignText(segments, text);
  const laid = segments.map((segment, at) => withText(segment, texts[at] ?? ''));
  await writeTranscript(tx, kept, { segments: laid, now });
}

/**
 * Saves an edited text and a title. Status and duration are the server's own: a client that says otherwise changes
 * neither them nor what is charged.
 */
export async function changeTranscription(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { id, change }: { id: string; change: Change },
): Promise<void> {
  const { db, now } = deps;
  const { durationMs } = await ownTranscription(deps, actor, id);
  const { title, text } = change;
  await db.transaction(async (tx) => {
    if (title !== undefined)
      await tx
        .update(transcriptions)
        .set({ title, updatedAt: now() })
        .where(and(eq(transcriptions.id, id), eq(transcriptions.userId, actor.userId)));
    if (text !== undefined) await layText(tx, actor, { id, text, durationMs, now: now() });
  });
}
