import { sql } from 'drizzle-orm';
import type { ListQuery } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { parseSearchWords, textQuery } from './search-words.ts';
import { ownSeen, selectPage } from './select-page.ts';

/** Escapes LIKE wildcards, because a search for names is literal. */
const namePattern = (q: string) =>
  sql`'%' || regexp_replace(public.without_accents(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/**
 * Finds the query in any part of a name, or all its words in the text. These are two index walks, because one
 * condition with OR could use neither index. Each walk returns its sort keys, so that no row is fetched twice. The
 * result is gathered once, then counted and paged.
 */
function searchStatement(tx: Transaction, { userId }: Actor, query: ListQuery) {
  const { q, page, sort, order } = query;
  const own = ownSeen(userId, query);
  const matchingRows = sql`materialized (
    select id, created_at, duration_ms from transcriptions where ${own} and name_search like ${namePattern(q)}
    union
    select id, created_at, duration_ms from transcriptions join transcript_words on transcription_id = id
    where ${own} and transcript_words.user_id = ${userId} and words @@ (${textQuery(parseSearchWords(q))})
  )`;
  return selectPage(tx, {
    matching: matchingRows,
    total: sql`(select count(*)::int from matching)`,
    userId,
    page,
    sort,
    order,
  });
}

/**
 * Words are stored out of line (TOAST), which the planner does not count. A sequential scan over all users looks
 * cheap to it, above all for a prefix, whose frequency it does not know.
 */
export const searchTranscriptions = (db: Database, actor: Actor, query: ListQuery) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return searchStatement(tx, actor, query);
  });
