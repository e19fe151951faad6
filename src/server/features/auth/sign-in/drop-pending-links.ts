import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { verifications } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import { endMailPauses } from './sign-in-mails.ts';

type LinkOwner = Readonly<{ email: string; userId: string; tx: Transaction }>;

/** Links that still lie in a mailbox: after a new password or a new address nobody may come in by an old one. */
export async function dropPendingLinks(
  { sealing }: Pick<Deps, 'sealing'>,
  { email, userId, tx }: LinkOwner,
): Promise<void> {
  const ofAddress = `"email":${JSON.stringify(email)}`;
  await tx
    .delete(verifications)
    .where(
      sql`strpos(${verifications.value}, ${userId}) > 0 or strpos(${verifications.value}, ${ofAddress}) > 0`,
    );
  // Confirmation links are signed and not stored here: they still open, so their pause stays.
  await endMailPauses({ db: tx, sealing }, email, ['magic-link', 'reset']);
}
