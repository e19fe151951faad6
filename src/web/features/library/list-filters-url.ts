import { type ListQuery, ListQuerySchema } from '#contract/transcription-list.ts';
import { paths } from '#web/app/paths.ts';

const fields = ListQuerySchema.shape;
const plain = ListQuerySchema.parse({});

/** Ignores invalid fields and keeps the rest, because URLs may be typed by hand or truncated. */
export function readListFilters(search: URLSearchParams): ListQuery {
  const read = <Name extends keyof ListQuery>(name: Name) => {
    const { success, data } = fields[name].safeParse(search.get(name) ?? undefined);
    return (success ? data : plain[name]) as ListQuery[Name];
  };
  return {
    q: read('q'),
    status: read('status'),
    sort: read('sort'),
    order: read('order'),
    page: read('page'),
  };
}

/** Includes only non-default fields, in a fixed order, so that each list has one URL. */
export function listFiltersSearch(query: ListQuery): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of ['q', 'status', 'sort', 'order', 'page'] as const) {
    if (query[name] !== plain[name]) search.set(name, String(query[name]));
  }
  return search;
}

/** A new filter or order resets the page to the first. */
export function withChangedFilters(query: ListQuery, change: Partial<ListQuery>): ListQuery {
  return { ...query, page: 1, ...change };
}

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
