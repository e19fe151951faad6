import { type ListQuery, listPageSize, type TranscriptionPage } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';
import { presentTranscription } from '#server/features/transcriptions/read/present-transcription.ts';
import { findPage } from './find-page.ts';
import { searchHits } from './search-hits.ts';
import { parseSearchWords } from './search-words.ts';

export async function listTranscriptions(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  query: ListQuery,
): Promise<TranscriptionPage> {
  const { total, page, hasAny, rows } = await findPage(deps.db, actor, query);
  const ids = rows.map(({ id }) => id);
  const hits = await searchHits(deps, ids, parseSearchWords(query.q));
  const now = deps.now();
  const items = rows.map((row) => ({
    ...presentTranscription(row, now),
    is_example: row.isExample,
    hit: hits.get(row.id) ?? null,
  }));
  return { items, page, pages: Math.max(1, Math.ceil(total / listPageSize)), total, has_any: hasAny };
}
