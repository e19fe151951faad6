import type { ListedTranscription, ListQuery } from '#contract/transcription-list.ts';

/** What the table and the cards are both given. */
export type RowListProps = {
  items: readonly ListedTranscription[];
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  isChosen: (id: string) => boolean;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
  onDelete: (item: ListedTranscription) => void;
  /** On their way out. */
  leaving: ReadonlySet<string>;
};

/** The box above the rows: all, none, or some of this page. */
export function chosenOf({ items, isChosen }: Pick<RowListProps, 'items' | 'isChosen'>) {
  const count = items.filter(({ job_id }) => isChosen(job_id)).length;
  if (count === 0) return false;
  return count === items.length ? true : ('indeterminate' as const);
}
