import { and, eq, sql } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { Actor } from '#server/actor.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { correctedWords } from '#server/adapters/db/schema/corrected-words.ts';
import { transcriptions, type transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { wordForms } from './word-forms.ts';

type Passage = Pick<StoredSegment, 'id' | 'text'>;
type Rewritten = { before: string; after: string; kept: readonly string[] };

/**
 * The words of the new text that a person wrote, now or before. Words that have left the text are forgotten: a save may
 * come in the middle of a word, and a person who removes a name expects that the server no longer has it.
 */
function wordsWritten({ before, after, kept }: Rewritten): string[] {
  const [was, written] = [wordForms(before), new Set(kept)];
  return [...wordForms(after).keys()].filter((key) => !was.has(key) || written.has(key));
}

type Kept = Pick<typeof transcripts.$inferSelect, 'transcriptionId' | 'text' | 'segments'>;

/** Call with the text locked, because it adds to the words of earlier saves. */
export async function keepCorrectedWords(tx: Transaction, kept: Kept, passages: readonly Passage[]) {
  const { transcriptionId } = kept;
  const texts = new Map(kept.segments.map(({ id, text }) => [id, text]));
  // A text without passages is one passage from its first edit on.
  const textBefore = ({ id }: Passage) => texts.get(id) ?? kept.text;
  const changed = passages.filter((passage) => passage.text !== textBefore(passage));
  if (changed.length === 0) return;
  // One parameter for all, because a statement holds 65,535 and a text laid over its passages may change more.
  const isChanged = sql`${correctedWords.segmentId} = any(${sql.param(changed.map(({ id }) => id))}::integer[])`;
  const former = await tx
    .delete(correctedWords)
    .where(and(eq(correctedWords.transcriptionId, transcriptionId), isChanged))
    .returning();
  const formerWords = new Map(former.map(({ segmentId, words }) => [segmentId, words]));
  const rows = changed
    .map((passage) => ({
      id: passage.id,
      words: wordsWritten({
        before: textBefore(passage),
        after: passage.text,
        kept: formerWords.get(passage.id) ?? [],
      }),
    }))
    .filter(({ words }) => words.length > 0);
  if (rows.length > 0)
    await tx.execute(sql`
      insert into ${correctedWords} (transcription_id, segment_id, words)
      select ${transcriptionId}, id, array(select jsonb_array_elements_text(words))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row_of(id integer, words jsonb)`);
}

/** Which of these words the owner has written into a text that is not deleted. */
export async function findOwnWords(
  db: Database,
  { userId }: Actor,
  words: readonly string[],
): Promise<Set<string>> {
  // A join, because comparing two arrays takes the product of their lengths.
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word from ${correctedWords} kept
    join ${transcriptions} owned on owned.id = kept.transcription_id
    cross join unnest(kept.words) as each(word)
    join unnest(${sql.param(words)}::text[]) as asked(word) using (word)
    where owned.user_id = ${userId} and not owned.is_deleted`);
  return new Set(rows.map(({ word }) => word));
}
