import { sql } from 'drizzle-orm';
import type { UsageDays } from '#contract/plan-usage.ts';
import { calendarDay, calendarMonth } from '#domain/format/calendar.ts';
import { timeZone } from '#domain/format/time-zone.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';

/** Each day of the month up to today. Includes deleted transcriptions, because deleting returns no usage. */
export async function readUsageDays(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<UsageDays> {
  // Read the clock once: at midnight two readings could give two months.
  const readAt = now();
  const month = calendarMonth(readAt);
  const { rows } = await db.execute<{ day: string; seconds: number }>(sql`
    select (created_at at time zone ${timeZone}::text)::date::text as day, sum(usage_seconds)::int as seconds
    from transcriptions
    where user_id = ${userId} and usage_month = ${month} and usage_state <> 'returned' and not is_example
    group by 1`);
  const seconds = new Map(rows.map((row) => [row.day, row.seconds]));
  const days = Array.from({ length: Number(calendarDay(readAt).slice(-2)) }, (_, index) => index + 1);
  return {
    days: days.map((number) => {
      const day = `${month.slice(0, 8)}${String(number).padStart(2, '0')}`;
      return { day, minutes: (seconds.get(day) ?? 0) / 60 };
    }),
  };
}
