import { sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { verifications } from '../../adapters/db/schema/auth.ts';

/** Links that still lie in a mailbox: after a new password or a new address nobody may come in by an old one. */
export async function dropPendingLinks(tx: Transaction, email: string, userId: string): Promise<void> {
  const ofAddress = `"email":${JSON.stringify(email)}`;
  await tx
    .delete(verifications)
    .where(
      sql`strpos(${verifications.value}, ${userId}) > 0 or strpos(${verifications.value}, ${ofAddress}) > 0`,
    );
}
