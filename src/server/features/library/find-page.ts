import { eq, type SQL, sql } from 'drizzle-orm';
import { type ListQuery, listPageSize } from '#contract/transcription-list.ts';
import type { Actor } from '../../actor.ts';
import type { Database, Transaction } from '../../adapters/db/database.ts';
import { preparedOnce } from '../../adapters/db/prepared-once.ts';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import { type Given, ownTally } from './own-tally.ts';
import { searchWordsOf, textQuery } from './search-words.ts';

type Order = Pick<ListQuery, 'sort' | 'order'>;
type Kind = `list ${ListQuery['status']} ${ListQuery['sort']} ${ListQuery['order']}`;
type Asked = { kept: SQL; total: SQL; userId: Given<string>; page: Given<number> } & Order;

const statusFilters = {
  all: sql`true`,
  completed: sql`status = 'completed'`,
  pending: sql`status <> 'completed'`,
} as const;

const tallied = {
  all: sql`seen`,
  completed: sql`completed`,
  pending: sql`seen - completed`,
} as const;

const sortKeys = {
  created_at: ['created_at', 'id'],
  audio_duration: ['duration_ms', 'created_at', 'id'],
} as const;

const opposite = { asc: 'desc', desc: 'asc' } as const;

/** All keys in one direction, so that one index serves both; the last is unique, so that no row is on two pages. */
const orderBy = ({ sort, order }: Order, table: 'kept' | 'shown' | 'transcriptions') =>
  sql.raw(sortKeys[sort].map((key) => `${table}.${key} ${order}`).join(', '));

const size = sql.raw(String(listPageSize));

/** What the table shows, and what it is worked out from. */
const { id, status, reason, originalKey, fileName, title, createdAt, isExample } = transcriptions;
const { durationMs, heardMs, heardAtStartMs, startedAt } = transcriptions;
const row = {
  ...{ id, status, reason, originalKey, fileName, title, createdAt, isExample },
  ...{ durationMs, heardMs, heardAtStartMs, startedAt },
};
export type ListedRow = Pick<typeof transcriptions.$inferSelect, keyof typeof row>;

/**
 * Total, page and rows in one statement, so that all speak of the same moment; rows are fetched for the page alone. What
 * lies nearer to the end is walked to from there: of the two walks one is asked for nothing.
 */
function selectPage(db: Database | Transaction, { kept, total, userId, page, sort, order }: Asked) {
  const found = sql`(
    with kept as ${kept}, placed as materialized (
      select total, has_any, page, (page - 1) * ${size} as before, (page - 1) * ${size} > total / 2 as from_end
      from (
        select total, has_any, least(${page}::int, greatest(1, (total + ${size} - 1) / ${size})) as page
        from (select ${total} as total, seen > 0 as has_any from ${ownTally(userId)}) as counted
      ) as paged
    )
    select total, page, has_any, id from placed left join (
      (
        select id from kept order by ${orderBy({ sort, order }, 'kept')}
        limit (select case when from_end then 0 else ${size} end from placed)
        offset (select before from placed)
      ) union all (
        select id from kept order by ${orderBy({ sort, order: opposite[order] }, 'kept')}
        limit (select case when from_end then least(${size}, total - before) else 0 end from placed)
        offset (select greatest(0, total - before - ${size}) from placed)
      )
    ) as shown on true
  ) as found`;
  return db
    .select({
      total: sql<number>`found.total`,
      page: sql<number>`found.page`,
      hasAny: sql<boolean>`found.has_any`,
      row,
    })
    .from(found)
    .leftJoin(transcriptions, eq(transcriptions.id, sql`found.id`))
    .orderBy(orderBy({ sort, order }, 'transcriptions'));
}

const ownSeen = (userId: Given<string>, status: ListQuery['status']) =>
  sql`transcriptions.user_id = ${userId} and not is_deleted and ${statusFilters[status]}`;

/** Hidden from the planner, which else would plan anew each time for whoever has more than others. */
const userId = sql`(select ${sql.placeholder('userId')}::uuid)`;

/** What nearly every call asks. Nothing is skipped, so that the rows can be read where their index leads. */
const firstStatement = preparedOnce((db, name: `first ${ListQuery['sort']} ${ListQuery['order']}`) => {
  const [, sort, order] = name.split(' ') as ['first', ListQuery['sort'], ListQuery['order']];
  const shown = db
    .select(row)
    .from(transcriptions)
    .where(ownSeen(userId, 'all'))
    // In the text: a limit that is given each time tells the planner nothing, and it would plan anew each time.
    .orderBy(sql`${orderBy({ sort, order }, 'transcriptions')} limit ${size}`)
    .as('shown');
  return db
    .select({
      total: sql<number>`seen`,
      page: sql<number>`1`,
      hasAny: sql<boolean>`seen > 0`,
      row: shown._.selectedFields,
    })
    .from(ownTally(userId))
    .leftJoin(shown, sql`true`)
    .orderBy(orderBy({ sort, order }, 'shown'))
    .prepare(name);
});

/** Without a search the ten are found in an index alone, and nothing is counted. */
const listStatement = preparedOnce((db, kind: Kind) => {
  const [, status, sort, order] = kind.split(' ') as [
    'list',
    ListQuery['status'],
    ListQuery['sort'],
    ListQuery['order'],
  ];
  const kept = sql`not materialized (
    select id, created_at, duration_ms from transcriptions where ${ownSeen(userId, status)}
  )`;
  const asked = { kept, total: tallied[status], userId, page: sql.placeholder('page'), sort, order };
  return selectPage(db, asked).prepare(kind);
});

/** What is looked for in names is plain: the signs that LIKE reads as any letter stand for themselves. */
const namePattern = (q: string) =>
  sql`'%' || regexp_replace(public.without_accents(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/**
 * Those with it in a name anywhere, and those with all its words in what was said: two walks of two indexes, which one
 * condition with an OR could not use. Each brings what it is sorted by, so that no row is fetched twice; what was found
 * is gathered once, counted and paged.
 */
function searchStatement(tx: Transaction, { userId }: Actor, query: ListQuery) {
  const { q, status, page, sort, order } = query;
  const own = ownSeen(userId, status);
  const kept = sql`materialized (
    select id, created_at, duration_ms from transcriptions where ${own} and name_search like ${namePattern(q)}
    union
    select id, created_at, duration_ms from transcriptions join transcript_words on transcription_id = id
    where ${own} and transcript_words.user_id = ${userId} and words @@ (${textQuery(searchWordsOf(q))})
  )`;
  return selectPage(tx, { kept, total: sql`(select count(*)::int from kept)`, userId, page, sort, order });
}

/**
 * Words lie outside their rows, which the planner does not count: reading everybody's looks cheap to it, above all for
 * a beginning, of which it knows no frequency.
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
  const found = await find(db, actor, query);
  const [first] = found;
  if (first === undefined) throw new Error('the total of a list came without a row');
  const { total, page, hasAny } = first;
  return { total, page, hasAny, rows: found.flatMap((each) => each.row ?? []) };
}
