import { type ListQuery, ListQuerySchema, nonFilterFields } from '#contract/transcription-list.ts';
import { paths } from '#web/app/paths.ts';

const plain = ListQuerySchema.parse({});
const names = ListQuerySchema.keyof().options;

/** Ignores invalid fields and keeps the rest, because URLs may be typed by hand or truncated. */
export function readListFilters(search: URLSearchParams): ListQuery {
  const read = names.map((name) => {
    const { success, data } = ListQuerySchema.shape[name].safeParse(search.get(name) ?? undefined);
    return [name, success ? data : plain[name]];
  });
  return Object.fromEntries(read);
}

/** Includes only non-default fields, in the order of the schema, so that each list has one URL. */
export function listFiltersSearch(query: ListQuery): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of names) {
    if (query[name] !== plain[name]) search.set(name, String(query[name]));
  }
  return search;
}

/** A new filter or order resets the page to the first. */
export function withChangedFilters(query: ListQuery, change: Partial<ListQuery>): ListQuery {
  return { ...query, page: 1, ...change };
}

/** The same search and order, in all transcriptions. */
export const withoutFilters = ({ q, sort, order }: ListQuery): ListQuery => ({ ...plain, q, sort, order });

const nonFilters: readonly string[] = nonFilterFields;

export const isWithoutFilters = (query: ListQuery) =>
  names.every((name) => nonFilters.includes(name) || query[name] === plain[name]);

/** The first click on a heading sorts descending, and the next one reverses the order. */
export function sortedBy(query: ListQuery, sort: ListQuery['sort']): ListQuery {
  const order = query.sort === sort && query.order === 'desc' ? 'asc' : 'desc';
  return withChangedFilters(query, { sort, order });
}

/** State for the history entry, so that the link back survives a reload. */
export const backToListState = (search: string) => ({ listSearch: search });

/** The list with its search, filter, order and page. In a new tab only the search is known. */
export function backToListPath(state: unknown, q: string | null): string {
  const listSearch =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'listSearch') : undefined;
  if (typeof listSearch === 'string') return `${paths.transcriptions}${listSearch}`;
  return q === null ? paths.transcriptions : `${paths.transcriptions}?${new URLSearchParams({ q })}`;
}
