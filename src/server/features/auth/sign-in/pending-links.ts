import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/adapters/db/database.ts';
import { verifications } from '#server/adapters/db/schema/auth.ts';
import type { Deps } from '#server/deps.ts';
import { resetMailLimits } from './sign-in-mail-limits.ts';

type LinkOwner = Readonly<{ email: string; userId: string; tx: Transaction }>;

/** Deletes the links in mailboxes: after a new password or address, an old link must not open the account. */
export async function deletePendingLinks(
  { sealing }: Pick<Deps, 'sealing'>,
  { email, userId, tx }: LinkOwner,
): Promise<void> {
  const ofAddress = `"email":${JSON.stringify(email)}`;
  await tx
    .delete(verifications)
    .where(
      sql`strpos(${verifications.value}, ${userId}) > 0 or strpos(${verifications.value}, ${ofAddress}) > 0`,
    );
  // Confirmation links are signed and not stored here, so they still work and their pause stays.
  await resetMailLimits({ db: tx, sealing }, email, ['magic-link', 'reset']);
}
