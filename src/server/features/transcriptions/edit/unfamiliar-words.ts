import { eq } from 'drizzle-orm';
import type { UnfamiliarWords } from '#contract/unfamiliar-words.ts';
import type { Actor } from '#server/actor.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { findOwnTranscription } from '../read/read-transcription.ts';
import { findOwnWords } from './corrected-words.ts';
import { wordForms } from './word-forms.ts';

const notYet = 'A transcrição ainda não terminou. As palavras podem ser comparadas depois.';
const noDictionary = 'O dicionário não respondeu. Já registramos o erro; tente de novo.';

/** The words of a text that neither the dictionary nor the owner's own corrections have. */
export async function findUnfamiliarWords(
  { db, dictionary }: Pick<Deps, 'db' | 'dictionary'>,
  actor: Actor,
  id: string,
): Promise<UnfamiliarWords> {
  const { status } = await findOwnTranscription({ db }, actor, id);
  if (status !== 'completed') throw new AppError('conflict', { text: notYet });
  const [kept] = await db
    .select({ text: transcripts.text, revision: transcripts.revision })
    .from(transcripts)
    .where(eq(transcripts.transcriptionId, id));
  if (kept === undefined) return { words: [], revision: 0 };

  const forms = wordForms(kept.text);
  const unknown = new Set(
    await dictionary.findUnknown([...forms.values()].flat()).catch((error: unknown) => {
      throw new AppError('internal', { text: noDictionary, cause: error });
    }),
  );
  const keys = [...forms].filter(([, each]) => each.every((form) => unknown.has(form))).map(([key]) => key);
  const own = await findOwnWords(db, actor, keys);
  return { words: keys.filter((key) => !own.has(key)).sort(), revision: kept.revision };
}
