import { lt } from 'drizzle-orm';
import { contactMessages, feedbackMessages, premiumInterests } from '../../adapters/db/schema/support.ts';
import type { Deps } from '../../deps.ts';

/** As the privacy page says: what visitors write has no account that could take it along when it goes. */
const keptYears = 2;

export async function sweepMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = now();
  before.setUTCFullYear(before.getUTCFullYear() - keptYears);
  for (const table of [contactMessages, feedbackMessages, premiumInterests])
    await db.delete(table).where(lt(table.createdAt, before));
}
