import type { Deps } from '../../../deps.ts';
import { countHit, tooManyRequestsError, undoHit } from '../../limits/rate-limit.ts';
import { mailFactorNotice } from './mail-factor-notice.ts';

const quarterHourMs = 900_000;
/** New challenges give new tries; the account as a whole has only so many. */
const maxGuesses = 15;
/** And only so many a day: a patient thief would otherwise be right some day. */
const maxGuessesPerDay = 60;
const dayMs = 86_400_000;

const limitsOf = (userId: string) => [
  { key: `${userId}:second-factor`, max: maxGuesses, windowMs: quarterHourMs },
  { key: `${userId}:second-factor-day`, max: maxGuessesPerDay, windowMs: dayMs },
];

/** Counted before the code is looked at, so that parallel guesses cannot all be the last allowed one. */
export async function countGuess({ db, queue }: Pick<Deps, 'db' | 'queue'>, userId: string): Promise<void> {
  for (const { key, max, windowMs } of limitsOf(userId)) {
    const { hits, remainingMs } = await countHit({ db }, { key, windowMs });
    // Whoever guesses codes has the password: the owner hears of it once for each time that the door is shut.
    if (hits === max + 1)
      await db.transaction((tx) =>
        mailFactorNotice(tx, { queue }, { userId, event: 'second_factor_locked' }),
      );
    if (hits > max) throw tooManyRequestsError(remainingMs);
  }
}

/** A right code was no guess. The wrong ones before it stay counted: they may be somebody else's. */
export async function undoGuess(deps: Pick<Deps, 'db'>, userId: string): Promise<void> {
  for (const { key } of limitsOf(userId)) await undoHit(deps, key);
}
