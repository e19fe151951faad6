import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

/** What a statement may be given when it is built, or each time that it is asked. */
export type SqlInput<T> = T | Placeholder | SQL;

/** How many somebody sees, and how many of those are completed: added up, not counted (decision 022). */
export const userTally = (userId: SqlInput<string>): SQL => sql`(
  select coalesce(sum(total), 0)::int as seen, coalesce(sum(completed), 0)::int as completed
  from transcription_tallies where user_id = ${userId}
) as tally`;

/**
 * Makes one row of all that somebody's changes have left, and none where nothing is left. Whoever counts meanwhile sees
 * the old rows or the new one; what is added meanwhile stays for the next time. Of two at once the second finds what the
 * first has left, since each adds up only what it took away itself.
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
  // Of an account that was deleted while its rows were being folded.
  await db.execute(sql`
    delete from transcription_tallies where not exists (select from users where users.id = user_id)`);
}
