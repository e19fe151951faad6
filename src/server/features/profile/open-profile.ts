import { and, eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { profiles } from '../../adapters/db/schema/profiles.ts';
import type { Deps } from '../../deps.ts';
import { followEmail } from './follow-email.ts';
import { sendWelcome } from './send-welcome.ts';

type Opening = { userId: string; tx?: Transaction | undefined };
type User = typeof users.$inferSelect;

/** Only what is empty: a name or a photo that was chosen here is not replaced by the provider's. */
async function fillEmpty(tx: Transaction, user: User) {
  const nameMissing = sql`${profiles.name} = '' and ${user.name} <> ''`;
  const avatarMissing = sql`${profiles.avatar} is null and ${user.image}::text is not null`;
  await tx
    .update(profiles)
    .set({
      name: sql`case when ${nameMissing} then ${user.name} else ${profiles.name} end`,
      avatar: sql`coalesce(${profiles.avatar}, ${user.image})`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(profiles.id, user.id), or(nameMissing, avatarMissing)));
}

async function open(deps: Pick<Deps, 'db' | 'queue'>, userId: string, tx: Transaction) {
  // Held until the end: an account that is being deleted at this moment gets no profile.
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('key share');
  if (user === undefined) return;
  const { name, email, image, occupation, useCase, howFound } = user;
  // Of two at once the second waits here for the first, and then finds the row.
  const made = await tx
    .insert(profiles)
    .values({ id: userId, name, email, avatar: image, occupation, useCase, howFound })
    .onConflictDoNothing()
    .returning({ id: profiles.id });
  if (made.length === 0) {
    await fillEmpty(tx, user);
    await followEmail(deps, { userId, newEmail: email, tx });
  }
  await sendWelcome(deps, { userId, tx });
}

/** At each sign-in: the first one makes the profile of what the sign-up or the provider told, and sends the welcome. */
export async function openProfile(deps: Pick<Deps, 'db' | 'queue'>, { userId, tx }: Opening): Promise<void> {
  if (tx !== undefined) await open(deps, userId, tx);
  else await deps.db.transaction((own) => open(deps, userId, own));
}
