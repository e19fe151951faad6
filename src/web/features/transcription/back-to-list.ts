import { paths } from '../../app/paths.ts';

/** Kept with the entry of the history, so that a reload of the page below keeps the way back too. */
export const backToListState = (search: string) => ({ listSearch: search });

/** The list as it was left: its search, filter, order and page. A page opened in a new tab knows the search alone. */
export function backToListPath(state: unknown, q: string | null): string {
  const kept = typeof state === 'object' && state !== null ? Reflect.get(state, 'listSearch') : undefined;
  if (typeof kept === 'string') return `${paths.transcriptions}${kept}`;
  return q === null ? paths.transcriptions : `${paths.transcriptions}?${new URLSearchParams({ q })}`;
}
