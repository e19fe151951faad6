import { and, eq } from 'drizzle-orm';
import type { Actor } from '#server/actor.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { canFindVoices } from '#server/adapters/speech/speakers/speaker-folder.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { findOwnTranscription } from '../read/read-transcription.ts';
import { sendVoicesJob } from '../run/queue-voices.ts';

const notYet = 'A transcrição ainda não terminou. Depois dela você pode dizer quantas pessoas falam.';
const noVoices = 'Esta instalação não separa vozes. Você pode dizer quem fala no próprio texto.';
const noSound = 'O áudio desta gravação já foi apagado. Você pode dizer quem fala no próprio texto.';

/** Searches for so many voices, or for an unknown number if it is null. Kept embeddings serve the new search. */
export async function stateVoices(
  deps: Pick<Deps, 'db' | 'queue' | 'speakers' | 'config'>,
  actor: Actor,
  { id, voices }: { id: string; voices: number | null },
): Promise<void> {
  const { status, voicesState, audioKey } = await findOwnTranscription(deps, actor, id);
  if (status !== 'completed') throw new AppError('conflict', { text: notYet });
  // A recording from before the models were there may be searched now.
  if (voicesState === null && !canFindVoices(deps)) throw new AppError('conflict', { text: noVoices });
  if (audioKey === null) throw new AppError('conflict', { text: noSound });
  await deps.db.transaction(async (tx) => {
    await tx
      .update(transcriptions)
      .set({ statedVoices: voices, voicesState: 'waiting' })
      .where(and(eq(transcriptions.id, id), eq(transcriptions.isDeleted, false)));
    await sendVoicesJob(deps, tx, id);
  });
}
