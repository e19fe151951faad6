import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TranscriptionChangeSchema } from '#contract/transcription.ts';
import type { Actor } from '../../actor.ts';
import { transcriptions, transcripts } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import { ownTranscription } from './read-transcription.ts';

type Change = z.infer<typeof TranscriptionChangeSchema>;

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
  await ownTranscription(deps, actor, id);
  await db.transaction(async (tx) => {
    if (change.title !== undefined)
      await tx
        .update(transcriptions)
        .set({ title: change.title, updatedAt: now() })
        .where(and(eq(transcriptions.id, id), eq(transcriptions.userId, actor.userId)));
    if (change.text !== undefined)
      await tx
        .update(transcripts)
        .set({ text: change.text, updatedAt: now() })
        .where(eq(transcripts.transcriptionId, id));
  });
}
