import { eq } from 'drizzle-orm';
import type { Actor } from '../../../actor.ts';
import type { Database, Transaction } from '../../../adapters/db/database.ts';
import { sessions } from '../../../adapters/db/schema/auth.ts';
import type { Deps } from '../../../deps.ts';

export async function keepProof(
  { db, now }: { db: Database | Transaction } & Pick<Deps, 'now'>,
  { sessionId }: Pick<Actor, 'sessionId'>,
): Promise<void> {
  await db.update(sessions).set({ provedAt: now() }).where(eq(sessions.id, sessionId));
}
