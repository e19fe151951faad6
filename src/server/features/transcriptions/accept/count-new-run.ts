import type { Transaction } from '../../../adapters/db/database.ts';
import type { Deps } from '../../../deps.ts';
import { countHit } from '../../limits/count-hit.ts';
import { limitKey } from '../../limits/limit-key.ts';
import { tooMany } from '../../limits/too-many.ts';

const hourMs = 3_600_000;

/** A file that the engine refuses can be sent to it again and again, and nobody is charged for it. */
const maxPerHour = {
  retry: 20,
  /** Whoever takes the deletion of a whole page back is no such loop. */
  restore: 60,
};

/** Counted with what it lets begin, or not at all. */
export async function countNewRun(
  deps: Pick<Deps, 'sealing'>,
  tx: Transaction,
  { userId, how }: { userId: string; how: keyof typeof maxPerHour },
): Promise<void> {
  const key = limitKey(deps, `${userId}:begin-again:${how}`);
  const { hits, remainingMs } = await countHit({ db: tx }, { key, windowMs: hourMs });
  if (hits <= maxPerHour[how]) return;
  throw tooMany(remainingMs);
}
