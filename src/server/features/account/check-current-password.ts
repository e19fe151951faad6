import { and, eq, gt } from 'drizzle-orm';
import type { Actor } from '../../actor.ts';
import { sessions } from '../../adapters/db/schema/auth.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { errorTraits } from '../../error-traits.ts';
import { countHit } from '../limits/count-hit.ts';
import { forgiveHit } from '../limits/forgive-hit.ts';
import { tooMany } from '../limits/too-many.ts';

const freshForMs = 900_000;
const windowMs = 900_000;
const wrongPasswordsAllowed = 5;

type Needed = Pick<Deps, 'auth' | 'db' | 'now'>;

async function signedInJustNow({ db, now }: Needed, { sessionId }: Pick<Actor, 'sessionId'>) {
  const since = new Date(now().getTime() - freshForMs);
  const [fresh] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.createdAt, since)));
  return fresh !== undefined;
}

/** Counted before it is tried, so that parallel guesses cannot all be the last allowed one. */
async function tryPassword(deps: Needed, userId: string, password: string) {
  const key = `${userId}:current-password`;
  const { hits, remainingMs } = await countHit(deps, { key, windowMs });
  if (hits > wrongPasswordsAllowed) throw tooMany(remainingMs);
  if (!(await deps.auth.passwords.matches(userId, password)))
    throw new AppError('wrong_password', { fields: { current_password: errorTraits.wrong_password.text } });
  await forgiveHit(deps, key, { all: true });
}

/** Somebody at a screen that was left open must not be able to shut its owner out: whoever came long ago proves it again. */
export async function checkCurrentPassword(
  deps: Needed,
  actor: Pick<Actor, 'userId' | 'sessionId'>,
  given: string | undefined,
): Promise<void> {
  const hasPassword = await deps.auth.passwords.has(actor.userId);
  if (hasPassword && given !== undefined) return tryPassword(deps, actor.userId, given);
  if (await signedInJustNow(deps, actor)) return;
  throw new AppError(hasPassword ? 'current_password_required' : 'password_unset');
}
