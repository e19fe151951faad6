import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';

/** A value that a statement takes when it is built, or at each execution. */
export type SqlInput<T> = T | Placeholder | SQL;

/** A user's visible transcriptions and the completed ones among them: added up, not counted (decision 022). */
export const userTally = (userId: SqlInput<string>): SQL => sql`(
  select coalesce(sum(total), 0)::int as seen, coalesce(sum(completed), 0)::int as completed
  from transcription_tallies where user_id = ${userId}
) as tally`;

/**
 * Folds all tally rows of a user into one, or into none if the sums are zero. Concurrent readers see the old rows
 * or the new one, and concurrent additions wait for the next folding. Of two parallel foldings, the second finds
 * what the first left, because each adds up only the rows that it deleted.
 */
export async function compactTallies({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    with folded as (
      delete from transcription_tallies
      where user_id in (select user_id from transcription_tallies group by user_id having count(*) > 1)
      returning user_id, total, completed
    )
    insert into transcription_tallies (user_id, total, completed)
    select user_id, sum(total), sum(completed) from folded group by user_id
    having sum(total) <> 0 or sum(completed) <> 0`);
  // The account was deleted during the folding.
  await db.execute(sql`
    delete from transcription_tallies where not exists (select from users where users.id = user_id)`);
}
