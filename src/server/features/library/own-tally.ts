import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/** What a statement may be given when it is built, or each time that it is asked. */
export type Given<T> = T | Placeholder | SQL;

/** How many somebody sees, and how many of those are completed: added up, not counted (decision 022). */
export const ownTally = (userId: Given<string>): SQL => sql`(
  select coalesce(sum(total), 0)::int as seen, coalesce(sum(completed), 0)::int as completed
  from transcription_tallies where user_id = ${userId}
) as tally`;
