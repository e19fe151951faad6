import { minuteMs } from '#domain/format/durations.ts';
import type { Actor } from '../../../actor.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';
import { errorTraits } from '../../../errors/error-traits.ts';
import { countHit, tooManyRequestsError, undoHit } from '../../limits/rate-limit.ts';
import { findRequiredProof, recordProof } from './proof.ts';

const windowMs = 15 * minuteMs;
const wrongPasswordsAllowed = 5;

/** Counts the try before checking the password, so that parallel guesses cannot exceed the limit. */
async function tryPassword(deps: Pick<Deps, 'auth' | 'db'>, userId: string, password: string) {
  const key = `${userId}:current-password`;
  const { hits, remainingMs } = await countHit(deps, { key, windowMs });
  if (hits > wrongPasswordsAllowed) throw tooManyRequestsError(remainingMs);
  if (!(await deps.auth.passwords.matches(userId, password)))
    throw new AppError('wrong_password', { fields: { current_password: errorTraits.wrong_password.text } });
  await undoHit(deps, key, { all: true });
}

/** Returns true if the password alone is the required proof. */
export async function proveByPassword(
  deps: Pick<Deps, 'auth' | 'db' | 'now'>,
  actor: Pick<Actor, 'userId' | 'sessionId'>,
  password: string,
): Promise<boolean> {
  const way = await findRequiredProof(deps, actor.userId);
  if (way === 'email') return false;
  await tryPassword(deps, actor.userId, password);
  if (way !== 'password') return false;
  await recordProof(deps, actor);
  return true;
}
