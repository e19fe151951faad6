import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import type { Deps } from '#server/deps.ts';
import { syncBillingEmailJob } from '#server/features/billing/sync/sync-billing-email.ts';
import { queueMail } from '#server/features/mail/mail-queue.ts';

/** Sets the mark and queues the mail in one transaction, so that a second call finds it set. */
async function sendWelcome(
  { queue }: Pick<Deps, 'queue'>,
  { userId, tx }: { userId: string; tx: Transaction },
): Promise<void> {
  const [welcomed] = await tx
    .update(profiles)
    .set({ welcomedAt: sql`now()` })
    .where(and(eq(profiles.id, userId), isNull(profiles.welcomedAt)))
    .returning({ name: profiles.name, email: profiles.email });
  if (welcomed === undefined) return;
  const { name, email } = welcomed;
  await queueMail({ queue }, { template: 'welcome', to: email, data: { name } }, { tx });
}

type EmailChange = { userId: string; newEmail: string; tx: Transaction };

/**
 * Follows a confirmed change of address: updates the profile, notifies the former address and returns it. The
 * former address comes from the profile, not from the caller, so a repeated call sends no second notice.
 */
export async function syncProfileEmail(
  { queue }: Pick<Deps, 'queue'>,
  { userId, newEmail, tx }: EmailChange,
): Promise<string | undefined> {
  const [before] = await tx
    .select({ name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), ne(profiles.email, newEmail)))
    .for('update');
  if (before === undefined) return undefined;
  await tx.update(profiles).set({ email: newEmail, updatedAt: sql`now()` }).where(eq(profiles.id, userId));
  const data = { name: before.name, event: 'email_changed' as const };
  await queue.send(syncBillingEmailJob, { userId }, { tx });
  await queueMail({ queue }, { template: 'security-notice', to: before.email, data }, { tx });
  return before.email;
}

type Opening = { userId: string; tx?: Transaction | undefined };
type User = typeof users.$inferSelect;

/** Fills only empty fields: the provider's name or photo must not replace the owner's choice. */
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

async function ensureInTransaction(deps: Pick<Deps, 'db' | 'queue'>, userId: string, tx: Transaction) {
  // The lock lasts until commit: an account that is being deleted gets no profile.
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('key share');
  if (user === undefined) return;
  const { name, email, image, occupation, useCase, howFound } = user;
  // Of two parallel sign-ins, the second waits here and then finds the first one's row.
  const made = await tx
    .insert(profiles)
    .values({ id: userId, name, email, avatar: image, occupation, useCase, howFound })
    .onConflictDoNothing()
    .returning({ id: profiles.id });
  if (made.length === 0) {
    await fillEmpty(tx, user);
    await syncProfileEmail(deps, { userId, newEmail: email, tx });
  }
  await sendWelcome(deps, { userId, tx });
}

/** Runs at each sign-in. The first one creates the profile from the sign-up or the provider, and sends the welcome. */
export async function ensureProfile(
  deps: Pick<Deps, 'db' | 'queue'>,
  { userId, tx }: Opening,
): Promise<void> {
  if (tx !== undefined) await ensureInTransaction(deps, userId, tx);
  else await deps.db.transaction((own) => ensureInTransaction(deps, userId, own));
}
