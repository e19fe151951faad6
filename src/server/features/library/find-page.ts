/**
 * Finds one page of the list. A new filter takes these steps:
 *
 * 1. A field of ListQuerySchema (src/contract/transcription-list.ts), with a default that filters nothing. The
 *    address of the list then reads and writes it.
 * 2. Its condition in `ownSeen` of select-page.ts. The search of names and texts then obeys it.
 * 3. Change `find` below, so that it sends a query with this filter to `searchTranscriptions`, which counts the matching
 *    rows. The prepared statements know only the status, because their totals come from tallies.
 * 4. Its control in src/web/features/library/list-controls.tsx, and a text for "no row matches" in `list-states.tsx`.
 * 5. A test in src/server/http/routes/transcription-list.test.ts, and one in tests/e2e/library/library.spec.ts.
 */
import { sql } from 'drizzle-orm';
import type { ListQuery } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { cachedPreparedStatement, type Database } from '#server/adapters/db/database.ts';
import { searchTranscriptions } from './search-transcriptions.ts';
import { columns, found, orderBy, ownSeen, readRow, selectPage, size } from './select-page.ts';
import { type SqlInput, userTally } from './tallies.ts';

type FirstName = `first ${ListQuery['sort']} ${ListQuery['order']}`;
type ListName = `list ${ListQuery['status']} ${ListQuery['sort']} ${ListQuery['order']}`;

/** A subquery hides the value from the planner, which would otherwise plan again for users with many rows. */
const userId = sql`(select ${sql.placeholder('userId')}::uuid)`;

/** Failed ones are few and not tallied, so counting them reads only their index. */
const countFailed = (userId: SqlInput<string>) =>
  sql`(select count(*)::int from transcriptions where ${ownSeen(userId, { status: 'failed' })})`;

const tallied = {
  all: () => sql`seen`,
  completed: () => sql`completed`,
  pending: (userId: SqlInput<string>) => sql`seen - completed - ${countFailed(userId)}`,
  failed: countFailed,
} as const;

/** The first page, which nearly every call requests. It skips no row, so PostgreSQL reads the rows in index order. */
const firstStatement = cachedPreparedStatement((db, name: FirstName) => {
  const [, sort, order] = name.split(' ') as ['first', ListQuery['sort'], ListQuery['order']];
  const first = sql`(
    select seen as total, 1 as page, seen > 0 as has_any, (
      select json_agg(one) from (
        select ${columns} from transcriptions where ${ownSeen(userId, { status: 'all' })}
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
  const matchingRows = sql`not materialized (
    select id, created_at, duration_ms from transcriptions where ${ownSeen(userId, { status })}
  )`;
  const pageQuery = {
    matching: matchingRows,
    total: tallied[status](userId),
    userId,
    page: sql.placeholder('page'),
    sort,
    order,
  };
  return selectPage(db, pageQuery).prepare(name);
});

function find(db: Database, actor: Actor, query: ListQuery) {
  const { q, status, sort, order, page, ...others } = query;
  // A new filter does not compile here until this function handles it. Otherwise the list would ignore it silently.
  others satisfies Record<string, never>;
  const { userId } = actor;
  if (q !== '') return searchTranscriptions(db, actor, query);
  if (status === 'all' && page === 1) return firstStatement(db, `first ${sort} ${order}`).execute({ userId });
  return listStatement(db, `list ${status} ${sort} ${order}`).execute({ userId, page });
}

export async function findPage(db: Database, actor: Actor, query: ListQuery) {
  const [page] = await find(db, actor, query);
  if (page === undefined) throw new Error('the list statement returned no row');
  return { ...page, rows: (page.rows ?? []).map(readRow) };
}
