import type { ListChange, ListedTranscription, TranscriptionPage } from '#contract/transcription-list.ts';
import { listPageSize } from '#contract/transcription-list.ts';

export const isUnderWay = ({ status }: Pick<ListedTranscription, 'status'>) =>
  status === 'pending' || status === 'processing';

/** The page with what was told of one of its rows; the same page where it has no such row. */
export function withChange(page: TranscriptionPage, change: ListChange): TranscriptionPage {
  const { status } = change;
  if (status === 'deleted') return without(page, [change.job_id]);
  if (!page.items.some(({ job_id }) => job_id === change.job_id)) return page;
  return {
    ...page,
    items: page.items.map((item) => (item.job_id === change.job_id ? { ...item, ...change, status } : item)),
  };
}

/** The page as it is once these are gone, until the server sends the rows that move up. */
export function without(page: TranscriptionPage, ids: readonly string[]): TranscriptionPage {
  const items = page.items.filter(({ job_id }) => !ids.includes(job_id));
  const gone = page.items.length - items.length;
  if (gone === 0) return page;
  const total = page.total - gone;
  return { ...page, items, total, pages: Math.max(1, Math.ceil(total / listPageSize)) };
}
