import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../adapters/db/database.ts';
import { profiles } from '../../adapters/db/schema/profiles.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';

/** The mark on the row is set before the mail is queued, in one transaction: whoever asks second finds it set. */
export async function sendWelcome(
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
