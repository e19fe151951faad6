import { inArray, type SQL, sql } from 'drizzle-orm';
import { reasonTexts } from '#contract/transcription.ts';
import {
  type ListedTranscription,
  type ListQuery,
  listPageSize,
  type TranscriptionPage,
} from '#contract/transcription-list.ts';
import type { Actor } from '../../actor.ts';
import type { Database, Transaction } from '../../adapters/db/database.ts';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import { progressOf } from '../transcriptions/read-transcription.ts';
import { searchHits } from './search-hit.ts';
import { searchWordsOf, textQuery } from './search-words.ts';

type Row = typeof transcriptions.$inferSelect;

const statusFilters = {
  all: sql`true`,
  completed: sql`status = 'completed'`,
  pending: sql`status <> 'completed'`,
} as const;

const sortKeys = {
  created_at: ['created_at', 'id'],
  audio_duration: ['duration_ms', 'created_at', 'id'],
} as const;

/** All keys in one direction, so that one index serves both; the last is unique, so that no row is on two pages. */
function orderBy({ sort, order }: ListQuery): SQL {
  return sql.raw(sortKeys[sort].map((key) => `${key} ${order}`).join(', '));
}

/** What is looked for in names is plain: the signs that LIKE reads as any letter stand for themselves. */
const namePattern = (q: string) =>
  sql`'%' || regexp_replace(public.without_accents(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/**
 * Those with it in a name anywhere, and those with all its words in what was said: two walks of two indexes, which one
 * condition with an OR could not use. Each brings what it is sorted by, so that no row is fetched twice.
 */
function searched({ userId }: Actor, { q, status }: ListQuery): SQL {
  const own = sql`transcriptions.user_id = ${userId} and not is_deleted and ${statusFilters[status]}`;
  return sql`
    select id, created_at, duration_ms from transcriptions where ${own} and name_search like ${namePattern(q)}
    union
    select id, created_at, duration_ms from transcriptions join transcript_words on transcription_id = id
    where ${own} and transcript_words.user_id = ${userId} and words @@ (${textQuery(searchWordsOf(q))})`;
}

function everything({ userId }: Actor, { status }: ListQuery): SQL {
  return sql`
    select id, created_at, duration_ms from transcriptions
    where user_id = ${userId} and not is_deleted and ${statusFilters[status]}`;
}

/** In the order of an index: asked whether there is one at all, the database may walk everybody's rows to find it. */
export const hasAny = ({ userId }: Actor): SQL => sql`(
  select id from transcriptions where user_id = ${userId} and not is_deleted order by created_at desc limit 1
) is not null`;

type Place = { total: number; page: number; ids: string[]; has_any: boolean };

/**
 * Count and page in one statement, so that both speak of the same rows. Without a search both are read from the index
 * alone, the rows themselves untouched; what a search found is gathered once for both.
 */
async function findPage(db: Database | Transaction, actor: Actor, query: ListQuery): Promise<Place> {
  const { q, page } = query;
  const { rows } = await db.execute<Place>(sql`
    with kept as ${q === '' ? sql`not materialized (${everything(actor, query)})` : sql`materialized (${searched(actor, query)})`},
    counted as materialized (
      select count(*)::int as total from kept
    ), placed as materialized (
      select total, least(${page}::int, greatest(1, (total + ${listPageSize - 1}) / ${listPageSize})) as page
      from counted
    )
    select total, page,
      array(
        select id from kept order by ${orderBy(query)}
        limit ${listPageSize} offset (select (page - 1) * ${listPageSize} from placed)
      )::text[] as ids,
      ${hasAny(actor)} as has_any
    from placed`);
  const [found] = rows;
  if (found === undefined) throw new Error('counting transcriptions returned no row');
  return found;
}

/**
 * Words lie outside their rows, which the planner does not count: reading everybody's looks cheap to it, above all for
 * a beginning, of which it knows no frequency.
 */
const searchPage = ({ db }: Pick<Deps, 'db'>, actor: Actor, query: ListQuery): Promise<Place> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return findPage(tx, actor, query);
  });

export async function listTranscriptions(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  query: ListQuery,
): Promise<TranscriptionPage> {
  const { total, page, ids, has_any } = await (query.q === ''
    ? findPage(deps.db, actor, query)
    : searchPage(deps, actor, query));
  const rows =
    ids.length === 0
      ? []
      : await deps.db.select().from(transcriptions).where(inArray(transcriptions.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const hits = await searchHits(deps, ids, searchWordsOf(query.q));
  const items = ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...listed(row, deps.now()), hit: hits.get(id) ?? null }];
  });
  return { items, page, pages: Math.max(1, Math.ceil(total / listPageSize)), total, has_any };
}

/** The state of one, as the list and its live events both say it. */
export function stateOf(row: Row, now: Date) {
  return {
    job_id: row.id,
    status: row.status,
    progress: progressOf(row, now),
    reason_text: row.reason === null ? null : reasonTexts[row.reason],
    can_retry: row.status === 'failed' && row.originalKey !== null,
    audio_duration: row.durationMs / 1_000,
  };
}

function listed(row: Row, now: Date): Omit<ListedTranscription, 'hit'> {
  return {
    ...stateOf(row, now),
    file_name: row.fileName,
    title: row.title,
    created_at: row.createdAt.toISOString(),
    is_example: row.isExample,
  };
}
