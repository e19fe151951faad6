import { lt } from 'drizzle-orm';
import { sessions, verifications } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';

const dayMs = 86_400_000;

/**
 * Sessions that are over hold addresses and browsers of people, and links that are over hold whose they were: both
 * are of no use to anybody. A day of grace, so that whoever comes late is told that it is over.
 */
export async function sweepSignIns({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - dayMs);
  await db.delete(sessions).where(lt(sessions.expiresAt, before));
  await db.delete(verifications).where(lt(verifications.expiresAt, before));
}
