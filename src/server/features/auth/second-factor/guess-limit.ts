import { dayMs, minuteMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { countHit, tooManyRequestsError, undoHit } from '#server/features/limits/rate-limit.ts';
import { mailFactorNotice } from './factor-changes.ts';

const quarterHourMs = 15 * minuteMs;
/** New challenges grant new tries, so the account as a whole has a limit too. */
const maxGuesses = 15;
/** Without a daily limit, a patient attacker would eventually guess right. */
const maxGuessesPerDay = 60;

const limitsOf = (userId: string) => [
  { key: `${userId}:second-factor`, max: maxGuesses, windowMs: quarterHourMs },
  { key: `${userId}:second-factor-day`, max: maxGuessesPerDay, windowMs: dayMs },
];

/** Counts the guess before checking the code, so that parallel guesses cannot exceed the limit. */
export async function countGuess({ db, queue }: Pick<Deps, 'db' | 'queue'>, userId: string): Promise<void> {
  for (const { key, max, windowMs } of limitsOf(userId)) {
    const { hits, remainingMs } = await countHit({ db }, { key, windowMs });
    // An attacker who guesses codes has the password, so mail the owner once per lockout.
    if (hits === max + 1)
      await db.transaction((tx) =>
        mailFactorNotice(tx, { queue }, { userId, event: 'second_factor_locked' }),
      );
    if (hits > max) throw tooManyRequestsError(remainingMs, 'second-factor');
  }
}

/** A correct code is no guess. The wrong ones before it stay counted, because an attacker may have sent them. */
export async function undoGuess(deps: Pick<Deps, 'db'>, userId: string): Promise<void> {
  for (const { key } of limitsOf(userId)) await undoHit(deps, key);
}
