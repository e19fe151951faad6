import type { Interest } from '#contract/interest.ts';
import { premiumInterests } from '../../adapters/db/schema/support.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { mayBeMailed } from './may-be-mailed.ts';

/** Once per address: who asks again is told the same and fills no mailbox. */
export async function registerInterest(
  deps: Pick<Deps, 'db' | 'queue' | 'config' | 'log'>,
  interest: Interest,
  { suspect = false }: { suspect?: boolean } = {},
) {
  await deps.db.transaction(async (tx) => {
    const made = await tx
      .insert(premiumInterests)
      .values(interest)
      .onConflictDoNothing()
      .returning({ id: premiumInterests.id });
    if (made.length === 0 || !(await mayBeMailed(deps, { tx, suspect }))) return;
    await queueMail(
      deps,
      { template: 'interest-message', to: deps.config.mail.supportAddress, data: { ...interest, suspect } },
      { tx },
    );
  });
}
