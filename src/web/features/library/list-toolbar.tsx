import type { RefObject } from 'react';
import { type ListQuery, listOrders, listSorts, listStatuses } from '#contract/transcription-list.ts';
import { Select } from '../../ui/select.tsx';
import { withChanged } from './list-address.ts';
import { SearchBox } from './search-box.tsx';

export const filterWords = {
  all: 'Todas',
  completed: 'Concluídas',
  pending: 'Em andamento',
  failed: 'Com erro',
} as const satisfies Record<ListQuery['status'], string>;

const sortWords = {
  created_at: { desc: 'Mais novas', asc: 'Mais antigas' },
  audio_duration: { desc: 'Mais longas', asc: 'Mais curtas' },
} as const satisfies Record<ListQuery['sort'], Record<ListQuery['order'], string>>;

const sortings = listSorts.flatMap((sort) => listOrders.map((order) => ({ sort, order })));

type ListToolbarProps = {
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  onSearch: (q: string) => void;
  box: RefObject<HTMLInputElement | null>;
  /** Cards have no headings that sort. */
  hasSorting: boolean;
};

export function ListToolbar({ query, onQuery, onSearch, box, hasSorting }: ListToolbarProps) {
  const { status, sort, order } = query;
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3 print:hidden">
      <div className="flex w-full min-w-0 sm:w-auto sm:grow">
        <SearchBox q={query.q} onSearch={onSearch} box={box} />
      </div>
      <div className="min-w-0 grow basis-40 sm:grow-0 sm:basis-48">
        <Select
          className="pr-9!"
          aria-label="Filtrar por status"
          value={status}
          onChange={({ target }) =>
            onQuery(withChanged(query, { status: listStatuses[target.selectedIndex] ?? 'all' }))
          }
        >
          {listStatuses.map((each) => (
            <option key={each} value={each}>
              {filterWords[each]}
            </option>
          ))}
        </Select>
      </div>
      {hasSorting ? (
        <div className="min-w-0 grow basis-34 sm:grow-0 sm:basis-48">
          <Select
            className="pr-9!"
            aria-label="Ordenar"
            value={`${sort} ${order}`}
            onChange={({ target }) => onQuery(withChanged(query, sortings[target.selectedIndex] ?? {}))}
          >
            {sortings.map((each) => (
              <option key={`${each.sort} ${each.order}`} value={`${each.sort} ${each.order}`}>
                {sortWords[each.sort][each.order]}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
    </div>
  );
}
