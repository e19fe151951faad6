import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { countHit } from '../limits/count-hit.ts';
import { forgiveHit } from '../limits/forgive-hit.ts';

const quarterHourMs = 900_000;
/** New challenges give new tries; the account as a whole has only so many. */
const mostGuesses = 15;
const keyOf = (userId: string) => `${userId}:second-factor`;

/** Counted before the code is looked at, so that parallel guesses cannot all be the last allowed one. */
export async function countGuess({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  const { hits, remainingMs } = await countHit({ db }, { key: keyOf(userId), windowMs: quarterHourMs });
  if (hits > mostGuesses)
    throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(remainingMs / 1_000) });
}

/** A right code was no guess. The wrong ones before it stay counted: they may be somebody else's. */
export const forgiveGuess = (deps: Pick<Deps, 'db'>, userId: string) => forgiveHit(deps, keyOf(userId));
