import { and, asc, count, eq } from 'drizzle-orm';
import type { Mark, MarkEdit, Marks } from '#contract/marks.ts';
import type { Actor } from '#server/actor.ts';
import type { Transaction } from '#server/adapters/db/database.ts';
import { marks } from '#server/adapters/db/schema/marks.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import { findOwnTranscription } from '../read/read-transcription.ts';

const maxMarks = 1_000;
const tooMany = 'Este texto já tem 1.000 trechos marcados. Remova um para marcar outro.';
const notYet = 'A transcrição ainda não terminou. Os trechos podem ser marcados depois.';
const takenId = 'Este trecho não pôde ser marcado. Recarregue a página e tente de novo.';
const otherNote = 'A nota mudou em outra aba ou aparelho. O que você escreveu continua aqui.';
const removedElsewhere = 'Esta marca foi removida em outra aba ou aparelho.';

function toMark(row: typeof marks.$inferSelect): Mark {
  return {
    id: row.id,
    quote: row.quote,
    passage: row.passage,
    offset: row.offset,
    start_ms: row.startMs,
    end_ms: row.endMs,
    note: row.note,
    created_at: row.createdAt.toISOString(),
  };
}

/** The marks of a finished text, in its order. */
export async function readMarks({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<Marks> {
  const { status } = await findOwnTranscription({ db }, actor, id);
  if (status !== 'completed') throw new AppError('conflict', { text: notYet });
  const rows = await db
    .select()
    .from(marks)
    .where(eq(marks.transcriptionId, id))
    .orderBy(asc(marks.startMs), asc(marks.passage), asc(marks.offset), asc(marks.createdAt), asc(marks.id));
  return { marks: rows.map(toMark) };
}

/** Holds the lock until commit, so that parallel marks cannot exceed the limit, and a deletion waits. */
async function lockOwnTranscription(tx: Transaction, { userId }: Actor, id: string): Promise<void> {
  const [row] = await tx
    .select({ status: transcriptions.status })
    .from(transcriptions)
    .where(
      and(eq(transcriptions.id, id), eq(transcriptions.userId, userId), eq(transcriptions.isDeleted, false)),
    )
    .for('no key update');
  if (row === undefined) throw new AppError('not_found', { text: notFoundTexts.transcription });
  if (row.status !== 'completed') throw new AppError('conflict', { text: notYet });
}

async function requireRoom(tx: Transaction, transcriptionId: string): Promise<void> {
  const [kept] = await tx
    .select({ marks: count() })
    .from(marks)
    .where(eq(marks.transcriptionId, transcriptionId));
  if ((kept?.marks ?? 0) >= maxMarks) throw new AppError('conflict', { text: tooMany });
}

type MarkOf = { transcriptionId: string; markId: string };

const isMark = ({ transcriptionId, markId }: MarkOf) =>
  and(eq(marks.id, markId), eq(marks.transcriptionId, transcriptionId));

/** The note that is already the sent one is no conflict, because a client repeats a change whose answer it missed. */
async function requireNote(tx: Transaction, mark: MarkOf, { note, replaces }: MarkEdit): Promise<void> {
  if (replaces === undefined) return;
  // A deletion does not take the lock of the transcription, so the row needs its own.
  const [stored] = await tx.select({ note: marks.note }).from(marks).where(isMark(mark)).for('update');
  if (stored === undefined) throw new AppError('not_found', { text: removedElsewhere });
  if (![replaces.note, note].includes(stored.note)) throw new AppError('conflict', { text: otherNote });
}

/** Sets a mark, or replaces the words, place and note of the same mark, which keeps its time. */
export async function putMark(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { edit, ...mark }: MarkOf & { edit: MarkEdit },
): Promise<Mark> {
  const { transcriptionId, markId } = mark;
  const { quote, passage, offset, note, start_ms: startMs, end_ms: endMs } = edit;
  const updatedAt = now();
  const marked = { quote, passage, offset, note, startMs, endMs, updatedAt };
  return db.transaction(async (tx) => {
    await lockOwnTranscription(tx, actor, transcriptionId);
    await requireNote(tx, mark, edit);
    const [replaced] = await tx.update(marks).set(marked).where(isMark(mark)).returning();
    if (replaced !== undefined) return toMark(replaced);
    await requireRoom(tx, transcriptionId);
    const [set] = await tx
      .insert(marks)
      .values({ ...marked, id: markId, transcriptionId, createdAt: updatedAt })
      .onConflictDoNothing()
      .returning();
    // The id belongs to a mark of another transcription, of which the answer says nothing.
    if (set === undefined) throw new AppError('conflict', { text: takenId });
    return toMark(set);
  });
}

/** A mark that is gone is no error, because a client repeats a deletion whose answer it missed. */
export async function deleteMark({ db }: Pick<Deps, 'db'>, actor: Actor, mark: MarkOf): Promise<void> {
  await findOwnTranscription({ db }, actor, mark.transcriptionId);
  await db.delete(marks).where(isMark(mark));
}
