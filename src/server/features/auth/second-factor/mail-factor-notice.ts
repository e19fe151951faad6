import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../adapters/db/database.ts';
import { users } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';
import type { SecurityEvent } from '../../mail/mail.ts';
import { queueMail } from '../../mail/mail-queue.ts';

/** Notifies the account's owner, also of changes that another person made. */
export async function mailFactorNotice(
  tx: Transaction,
  deps: Pick<Deps, 'queue'>,
  { userId, event }: { userId: string; event: SecurityEvent },
): Promise<void> {
  const [owner] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) return;
  const data = { name: owner.name, event };
  await queueMail(deps, { template: 'security-notice', to: owner.email, data }, { tx });
}
