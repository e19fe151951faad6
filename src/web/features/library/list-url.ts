import { type ListQuery, ListQuerySchema } from '#contract/transcription-list.ts';

const fields = ListQuerySchema.shape;
const plain = ListQuerySchema.parse({});

/** One field that makes no sense costs only itself: the rest of an address that was typed or cut stays. */
export function readListQuery(search: URLSearchParams): ListQuery {
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

/** Only what differs from the plain list, always in the same order, so that one list has one address. */
export function listSearch(query: ListQuery): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of ['q', 'status', 'sort', 'order', 'page'] as const) {
    if (query[name] !== plain[name]) search.set(name, String(query[name]));
  }
  return search;
}

/** Another filter or order shows another list, and that begins at its beginning. */
export function withChanged(query: ListQuery, change: Partial<ListQuery>): ListQuery {
  return { ...query, page: 1, ...change };
}

/** A first press on a heading shows the newest or the longest; the next one turns the order round. */
export function sortedBy(query: ListQuery, sort: ListQuery['sort']): ListQuery {
  const order = query.sort === sort && query.order === 'desc' ? 'asc' : 'desc';
  return withChanged(query, { sort, order });
}
