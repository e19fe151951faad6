import { sql } from 'drizzle-orm';
import { type Dashboard, excerptLength, recentCount, unfinishedCount } from '#contract/dashboard.ts';
import { calendarMonth, nextMonth } from '#domain/format/calendar.ts';
import { dayMs } from '#domain/format/durations.ts';
import { timeZone } from '#domain/format/time-zone.ts';
import type { Actor } from '#server/actor.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import type { Deps } from '#server/deps.ts';
import { presentTranscription } from '#server/features/transcriptions/read/present-transcription.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { readPlanUsage } from '#server/features/usage/plan-usage.ts';
import { columns, readRow, type SentRow } from './select-page.ts';
import { userTally } from './tallies.ts';

/** The beginning of a text in one line, cut after a whole word. The length limit includes the ellipsis. */
export function makeExcerpt(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  const lastSpace = cut.lastIndexOf(' ');
  // Cut a word that is too long for the line, but never inside one character.
  const shortened =
    lastSpace > 0 ? cut.slice(0, lastSpace) : cut.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  return `${shortened.replace(/[\s,;:.–—-]+$/, '')}…`;
}

type Recent = {
  job_id: string;
  title: string | null;
  file_name: string;
  created_at: string;
  duration_ms: number;
  beginning: string | null;
  is_example: boolean;
  engine: string | null;
};

/** The length read of each text: enough for the excerpt despite white space. */
const readLength = excerptLength * 4;

/** Midnight in São Paulo, as a timestamp. */
const startOf = (month: string) => sql`(${month}::timestamp at time zone ${timeZone}::text)`;

async function recentOf({ db }: Pick<Deps, 'db'>, { userId }: Actor, month: string) {
  const { rows } = await db.execute<Recent>(sql`
    select id as job_id, title, file_name, latest.created_at, duration_ms, is_example, engine,
      left(text, ${readLength}) as beginning
    from (
      select * from transcriptions
      where user_id = ${userId} and not is_deleted and status = 'completed' and created_at >= ${startOf(month)}
      order by created_at desc, id desc limit ${recentCount}
    ) as latest left join transcripts on transcription_id = id
    order by latest.created_at desc, id desc`);
  return {
    recent: rows.map(({ duration_ms, beginning, created_at, is_example: _, engine, ...row }) => ({
      ...row,
      created_at: new Date(created_at).toISOString(),
      audio_duration: duration_ms / 1_000,
      excerpt: makeExcerpt(beginning ?? '', excerptLength),
      engine_is_sandbox: isSandboxEngine(engine),
    })),
    showsOwn: rows.some(({ is_example }) => !is_example),
  };
}

/** Running ones in the order of their turns, then those that failed in the last day, the newest first. */
async function unfinishedOf({ db }: Pick<Deps, 'db'>, { userId }: Actor, now: Date) {
  const isRunning = sql`status in ('pending', 'processing')`;
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  const { rows } = await db.execute<SentRow & { running: number }>(sql`
    select ${columns}, (count(*) filter (where ${isRunning}) over ())::int as running
    from transcriptions
    where user_id = ${userId} and not is_deleted and status <> 'completed'
      and (${isRunning} or updated_at > ${dayAgo}::timestamptz)
    order by status = 'processing' desc, status = 'pending' desc,
      case when ${isRunning} then created_at end, created_at desc, id
    limit ${unfinishedCount}`);
  return {
    running_count: rows[0]?.running ?? 0,
    unfinished: rows.map((row) => presentTranscription(readRow(row), now)),
    /** The example is always completed. */
    showsOwn: rows.length > 0,
  };
}

async function countsOf({ db }: Pick<Deps, 'db'>, actor: Actor, month: string) {
  const { rows } = await db.execute<{ completed: number; has_any: boolean }>(sql`
    select
      (select count(*)::int from transcriptions
        where user_id = ${actor.userId} and not is_deleted and status = 'completed' and not is_example
          and created_at >= ${startOf(month)}) as completed,
      (select seen > 0 from ${userTally(actor.userId)}) as has_any`);
  return rows[0] ?? { completed: 0, has_any: false };
}

async function hasOwn({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from transcriptions where user_id = ${actor.userId} and not is_deleted and not is_example limit 1`);
  return rows.length > 0;
}

/** `has_own`: the user has a transcription beside the example. */
type OwnDashboard = Omit<Dashboard, 'example'> & { has_own: boolean };

export async function readDashboard(deps: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<OwnDashboard> {
  // Read the clock once: at midnight two readings could give two months.
  const readAt = deps.now();
  const now = () => readAt;
  const month = calendarMonth(readAt);
  const [usage, { planTitle }, { completed, has_any }, { showsOwn, ...unfinished }, recent] =
    await Promise.all([
      readPlanUsage({ ...deps, now }, actor),
      findEntitlements(deps.db, actor.userId),
      countsOf(deps, actor, month),
      unfinishedOf(deps, actor, readAt),
      recentOf(deps, actor, month),
    ]);
  return {
    usage,
    plan_name: planTitle,
    used_minutes: usage.usedHours * 60,
    renews_on: nextMonth(month),
    completed_this_month: completed,
    ...unfinished,
    recent: recent.recent,
    has_any,
    // Most accounts show a recording of their own, and need no other query.
    has_own: showsOwn || recent.showsOwn || (has_any && (await hasOwn(deps, actor))),
  };
}
