import { and, asc, count, eq } from 'drizzle-orm';
import type { SavedPrompt } from '#contract/summary.ts';
import type { Actor } from '#server/actor.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { savedPrompts } from '#server/adapters/db/schema/summaries.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';

const maxPrompts = 50;
const shown = { id: savedPrompts.id, name: savedPrompts.name, prompt: savedPrompts.prompt };

export async function listPrompts({ db }: Pick<Deps, 'db'>, { userId }: Actor): Promise<SavedPrompt[]> {
  return db
    .select(shown)
    .from(savedPrompts)
    .where(eq(savedPrompts.userId, userId))
    .orderBy(asc(savedPrompts.createdAt), asc(savedPrompts.id));
}

export async function savePrompt(
  { db }: Pick<Deps, 'db'>,
  { userId }: Actor,
  { name, prompt }: Pick<SavedPrompt, 'name' | 'prompt'>,
): Promise<SavedPrompt> {
  return db.transaction(async (tx) => {
    // Lock, so that parallel saves cannot exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const [kept] = await tx
      .select({ prompts: count() })
      .from(savedPrompts)
      .where(eq(savedPrompts.userId, userId));
    if ((kept?.prompts ?? 0) >= maxPrompts) throw new AppError('too_many_prompts');
    const [saved] = await tx.insert(savedPrompts).values({ userId, name, prompt }).returning(shown);
    if (saved === undefined) throw new Error('inserting a prompt returned no row');
    return saved;
  });
}

export async function deletePrompt({ db }: Pick<Deps, 'db'>, { userId }: Actor, id: string): Promise<void> {
  const deleted = await db
    .delete(savedPrompts)
    .where(and(eq(savedPrompts.id, id), eq(savedPrompts.userId, userId)))
    .returning({ id: savedPrompts.id });
  if (deleted.length === 0) throw new AppError('not_found', { text: notFoundTexts.prompt });
}
