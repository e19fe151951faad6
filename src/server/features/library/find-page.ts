import { type SQL, sql } from 'drizzle-orm';
import { type ListQuery, listPageSize } from '#contract/transcription-list.ts';
import type { Actor } from '../../actor.ts';
import { cachedPreparedStatement, type Database, type Transaction } from '../../adapters/db/database.ts';
import type { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import { parseSearchWords, textQuery } from './search-words.ts';
import { type SqlInput, userTally } from './tallies.ts';

type Order = Pick<ListQuery, 'sort' | 'order'>;
type FirstName = `first ${ListQuery['sort']} ${ListQuery['order']}`;
type ListName = `list ${ListQuery['status']} ${ListQuery['sort']} ${ListQuery['order']}`;
type Asked = { kept: SQL; total: SQL; userId: SqlInput<string>; page: SqlInput<number> } & Order;

const statusFilters = {
  all: sql`true`,
  completed: sql`status = 'completed'`,
  // The redundant "not completed" repeats the index predicate, so that PostgreSQL uses that partial index.
  pending: sql`status <> 'completed' and status not in ('error', 'failed')`,
  failed: sql`status <> 'completed' and status in ('error', 'failed')`,
} as const;

/** Failed ones are few and not tallied, so counting them reads only their index. */
const countFailed = (userId: SqlInput<string>) =>
  sql`(select count(*)::int from transcriptions where ${ownSeen(userId, 'failed')})`;

const tallied = {
  all: () => sql`seen`,
  completed: () => sql`completed`,
  pending: (userId: SqlInput<string>) => sql`seen - completed - ${countFailed(userId)}`,
  failed: countFailed,
} as const;

const sortKeys = {
  created_at: ['created_at', 'id'],
  audio_duration: ['duration_ms', 'created_at', 'id'],
} as const;

const opposite = { asc: 'desc', desc: 'asc' } as const;

/** All keys in one direction, so that one index serves both. The last key is unique, so no row is on two pages. */
const orderBy = ({ sort, order }: Order, table: 'kept' | 'transcriptions') =>
  sql.raw(sortKeys[sort].map((key) => `${table}.${key} ${order}`).join(', '));

/** Inline: the planner knows nothing about a limit parameter and would plan again on each call. */
const size = sql.raw(String(listPageSize));

/** A subquery hides the value from the planner, which would otherwise plan again for users with many rows. */
const userId = sql`(select ${sql.placeholder('userId')}::uuid)`;

/** The columns of the table, and those from which the server computes others. */
const columns = sql`id, status, reason, title, file_name as "fileName", original_key as "originalKey",
  created_at as "createdAt", is_example as "isExample", started_at as "startedAt", duration_ms as "durationMs",
  heard_ms as "heardMs", heard_at_start_ms as "heardAtStartMs"`;
type Row = typeof transcriptions.$inferSelect;
type Sent = Pick<Row, 'id' | 'status' | 'reason' | 'title' | 'fileName' | 'originalKey' | 'isExample'> &
  Pick<Row, 'durationMs' | 'heardMs' | 'heardAtStartMs'> & { createdAt: string; startedAt: string | null };
export type ListedRow = Omit<Sent, 'createdAt' | 'startedAt'> & Pick<Row, 'createdAt' | 'startedAt'>;

/** The rows come as one JSON value: decoding them field by field in driver and mapper costs more than all else. */
const found = {
  total: sql<number>`total`,
  page: sql<number>`page`,
  hasAny: sql<boolean>`has_any`,
  rows: sql<Sent[] | null>`rows`,
};

/**
 * Total, page and rows come from one statement, so that they are consistent; only the page's rows are fetched.
 * PostgreSQL reaches a page near the end from the end: one of the two walks has limit 0.
 */
function selectPage(db: Database | Transaction, { kept, total, userId, page, sort, order }: Asked) {
  return db.select(found).from(sql`(
    with kept as ${kept}, placed as materialized (
      select total, has_any, page, (page - 1) * ${size} as before, (page - 1) * ${size} > total / 2 as from_end
      from (
        select total, has_any, least(${page}::int, greatest(1, (total + ${size} - 1) / ${size})) as page
        from (select ${total} as total, seen > 0 as has_any from ${userTally(userId)}) as counted
      ) as paged
    ), shown as (
      (
        select id from kept order by ${orderBy({ sort, order }, 'kept')}
        limit (select case when from_end then 0 else ${size} end from placed)
        offset (select before from placed)
      ) union all (
        select id from kept order by ${orderBy({ sort, order: opposite[order] }, 'kept')}
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

const ownSeen = (userId: SqlInput<string>, status: ListQuery['status']) =>
  sql`transcriptions.user_id = ${userId} and not is_deleted and ${statusFilters[status]}`;

/** The first page, which nearly every call requests. It skips no row, so PostgreSQL reads the rows in index order. */
const firstStatement = cachedPreparedStatement((db, name: FirstName) => {
  const [, sort, order] = name.split(' ') as ['first', ListQuery['sort'], ListQuery['order']];
  const first = sql`(
    select seen as total, 1 as page, seen > 0 as has_any, (
      select json_agg(one) from (
        select ${columns} from transcriptions where ${ownSeen(userId, 'all')}
        order by ${orderBy({ sort, order }, 'transcriptions')} limit ${size}
      ) as one
    ) as rows
    from ${userTally(userId)}
  ) as found`;
  return db.select(found).from(first).prepare(name);
});

/** Without a search the ids come from an index alone, and nothing is counted. */
const listStatement = cachedPreparedStatement((db, name: ListName) => {
  const [, status, sort, order] = name.split(' ') as [
    'list',
    ListQuery['status'],
    ListQuery['sort'],
    ListQuery['order'],
  ];
  const kept = sql`not materialized (
    select id, created_at, duration_ms from transcriptions where ${ownSeen(userId, status)}
  )`;
  const asked = { kept, total: tallied[status](userId), userId, page: sql.placeholder('page'), sort, order };
  return selectPage(db, asked).prepare(name);
});

/** Escapes LIKE wildcards, because a search for names is literal. */
const namePattern = (q: string) =>
  sql`'%' || regexp_replace(public.without_accents(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/**
 * Finds the query in any part of a name, or all its words in the text. These are two index walks, because one
 * condition with OR could use neither index. Each walk returns its sort keys, so that no row is fetched twice. The
 * result is gathered once, then counted and paged.
 */
function searchStatement(tx: Transaction, { userId }: Actor, query: ListQuery) {
  const { q, status, page, sort, order } = query;
  const own = ownSeen(userId, status);
  const kept = sql`materialized (
    select id, created_at, duration_ms from transcriptions where ${own} and name_search like ${namePattern(q)}
    union
    select id, created_at, duration_ms from transcriptions join transcript_words on transcription_id = id
    where ${own} and transcript_words.user_id = ${userId} and words @@ (${textQuery(parseSearchWords(q))})
  )`;
  return selectPage(tx, { kept, total: sql`(select count(*)::int from kept)`, userId, page, sort, order });
}

/**
 * Words are stored out of line (TOAST), which the planner does not count. A sequential scan over all users looks
 * cheap to it, above all for a prefix, whose frequency it does not know.
 */
const searchPage = (db: Database, actor: Actor, query: ListQuery) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return searchStatement(tx, actor, query);
  });

function find(db: Database, actor: Actor, query: ListQuery) {
  const { q, status, sort, order, page } = query;
  const { userId } = actor;
  if (q !== '') return searchPage(db, actor, query);
  if (status === 'all' && page === 1) return firstStatement(db, `first ${sort} ${order}`).execute({ userId });
  return listStatement(db, `list ${status} ${sort} ${order}`).execute({ userId, page });
}

export async function findPage(db: Database, actor: Actor, query: ListQuery) {
  const [page] = await find(db, actor, query);
  if (page === undefined) throw new Error('the list statement returned no row');
  const rows = (page.rows ?? []).map(
    ({ createdAt, startedAt, ...row }): ListedRow => ({
      ...row,
      createdAt: new Date(createdAt),
      startedAt: startedAt === null ? null : new Date(startedAt),
    }),
  );
  return { ...page, rows };
}
