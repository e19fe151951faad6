import { type SQL, sql } from 'drizzle-orm';
import { type ListFilters, type ListQuery, listPageSize } from '#contract/transcription-list.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { type SqlInput, userTally } from './tallies.ts';

type Order = Pick<ListQuery, 'sort' | 'order'>;
type PageQuery = { matching: SQL; total: SQL; userId: SqlInput<string>; page: SqlInput<number> } & Order;

const statusFilters = {
  all: sql`true`,
  completed: sql`status = 'completed'`,
  // The redundant "not completed" repeats the index predicate, so that PostgreSQL uses that partial index.
  pending: sql`status <> 'completed' and status not in ('error', 'failed')`,
  failed: sql`status <> 'completed' and status in ('error', 'failed')`,
} as const;

const sortKeys = {
  created_at: ['created_at', 'id'],
  audio_duration: ['duration_ms', 'created_at', 'id'],
} as const;

const opposite = { asc: 'desc', desc: 'asc' } as const;

/** All keys in one direction, so that one index serves both. The last key is unique, so no row is on two pages. */
export const orderBy = ({ sort, order }: Order, table: 'matching' | 'transcriptions') =>
  sql.raw(sortKeys[sort].map((key) => `${table}.${key} ${order}`).join(', '));

/** Inline: the planner knows nothing about a limit parameter and would plan again on each call. */
export const size = sql.raw(String(listPageSize));

/** The listed columns, and those from which the server computes others. */
const listed = [
  'id',
  'status',
  'reason',
  'title',
  'fileName',
  'originalKey',
  'engine',
  'createdAt',
  'isExample',
  'startedAt',
  'durationMs',
  'heardMs',
  'heardAtStartMs',
  'modelDoneBytes',
  'modelTotalBytes',
] as const satisfies readonly (keyof typeof transcriptions.$inferSelect)[];
export const columns = sql.raw(
  listed.map((field) => `${transcriptions[field].name} as "${field}"`).join(', '),
);
export type ListedRow = Pick<typeof transcriptions.$inferSelect, (typeof listed)[number]>;
export type SentRow = Omit<ListedRow, 'createdAt' | 'startedAt'> & {
  createdAt: string;
  startedAt: string | null;
};

/** Parses the times, which come as texts. */
export const readRow = ({ createdAt, startedAt, ...row }: SentRow): ListedRow => ({
  ...row,
  createdAt: new Date(createdAt),
  startedAt: startedAt === null ? null : new Date(startedAt),
});

/** The rows come as one JSON value: decoding them field by field in driver and mapper costs more than all else. */
export const found = {
  total: sql<number>`total`,
  page: sql<number>`page`,
  hasAny: sql<boolean>`has_any`,
  rows: sql<SentRow[] | null>`rows`,
};

/**
 * Total, page and rows come from one statement, so that they are consistent; only the page's rows are fetched.
 * PostgreSQL reaches a page near the end from the end: one of the two walks has limit 0.
 */
export function selectPage(
  db: Database | Transaction,
  { matching, total, userId, page, sort, order }: PageQuery,
) {
  return db.select(found).from(sql`(
    with matching as ${matching}, placed as materialized (
      select total, has_any, page, (page - 1) * ${size} as before, (page - 1) * ${size} > total / 2 as from_end
      from (
        select total, has_any, least(${page}::int, greatest(1, (total + ${size} - 1) / ${size})) as page
        from (select ${total} as total, seen > 0 as has_any from ${userTally(userId)}) as counted
      ) as paged
    ), shown as (
      (
        select id from matching order by ${orderBy({ sort, order }, 'matching')}
        limit (select case when from_end then 0 else ${size} end from placed)
        offset (select before from placed)
      ) union all (
        select id from matching order by ${orderBy({ sort, order: opposite[order] }, 'matching')}
        limit (select case when from_end then least(${size}, total - before) else 0 end from placed)
        offset (select greatest(0, total - before - ${size}) from placed)
      )
    )
    select total, page, has_any, (
      select json_agg(one) from (
        select ${columns} from shown join transcriptions using (id)
        order by ${orderBy({ sort, order }, 'transcriptions')}
      ) as one
    ) as rows
    from placed
  ) as found`);
}

/** The user's transcriptions that the filters accept, without deleted ones. */
export const ownSeen = (userId: SqlInput<string>, { status }: ListFilters) =>
  sql`transcriptions.user_id = ${userId} and not is_deleted and ${statusFilters[status]}`;
