import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { countHit } from '../limits/count-hit.ts';
import { forgiveHit } from '../limits/forgive-hit.ts';

const quarterHourMs = 900_000;
/** New challenges give new tries; the account as a whole has only so many. */
const mostGuesses = 15;
/** And only so many a day: a patient thief would otherwise be right some day. */
const mostGuessesADay = 60;
const dayMs = 86_400_000;

const limitsOf = (userId: string) => [
  { key: `${userId}:second-factor`, max: mostGuesses, windowMs: quarterHourMs },
  { key: `${userId}:second-factor-day`, max: mostGuessesADay, windowMs: dayMs },
];

/** Counted before the code is looked at, so that parallel guesses cannot all be the last allowed one. */
export async function countGuess({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  for (const { key, max, windowMs } of limitsOf(userId)) {
    const { hits, remainingMs } = await countHit({ db }, { key, windowMs });
    if (hits > max)
      throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(remainingMs / 1_000) });
  }
}

/** A right code was no guess. The wrong ones before it stay counted: they may be somebody else's. */
export async function forgiveGuess(deps: Pick<Deps, 'db'>, userId: string): Promise<void> {
  for (const { key } of limitsOf(userId)) await forgiveHit(deps, key);
}
