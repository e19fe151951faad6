import {
  type ListedTranscription,
  type ListQuery,
  listPageSize,
  type TranscriptionPage,
} from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import type { Deps } from '#server/deps.ts';
import { canRetry } from '#server/features/transcriptions/accept/retry-transcription.ts';
import {
  reasonTextOf,
  transcriptionProgress,
} from '#server/features/transcriptions/read/read-transcription.ts';
import { findPage } from './find-page.ts';
import { searchHits } from './search-hits.ts';
import { parseSearchWords } from './search-words.ts';
import type { ListedRow } from './select-page.ts';

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
    ...presentRow(row, now),
    is_example: row.isExample,
    hit: hits.get(row.id) ?? null,
  }));
  return { items, page, pages: Math.max(1, Math.ceil(total / listPageSize)), total, has_any: hasAny };
}

/** The state of one transcription, shared by the list and its live events. */
export function listedState(row: ListedRow, now: Date) {
  return {
    job_id: row.id,
    status: row.status,
    progress: transcriptionProgress(row, now),
    reason_text: reasonTextOf(row),
    can_retry: canRetry(row),
    audio_duration: row.durationMs / 1_000,
    engine_is_sandbox: isSandboxEngine(row.engine),
  };
}

/** A row as the list and the home screen show it. */
export function presentRow(row: ListedRow, now: Date): Omit<ListedTranscription, 'hit' | 'is_example'> {
  return {
    ...listedState(row, now),
    file_name: row.fileName,
    title: row.title,
    created_at: row.createdAt.toISOString(),
  };
}
