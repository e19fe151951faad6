import { paths } from '../../app/paths.ts';

/** State for the history entry, so that the link back survives a reload. */
export const backToListState = (search: string) => ({ listSearch: search });

/** The list with its search, filter, order and page. In a new tab only the search is known. */
export function backToListPath(state: unknown, q: string | null): string {
  const kept = typeof state === 'object' && state !== null ? Reflect.get(state, 'listSearch') : undefined;
  if (typeof kept === 'string') return `${paths.transcriptions}${kept}`;
  return q === null ? paths.transcriptions : `${paths.transcriptions}?${new URLSearchParams({ q })}`;
}
