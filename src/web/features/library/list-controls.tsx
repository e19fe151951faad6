import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type ListQuery, listOrders, listSorts, listStatuses } from '#contract/transcription-list.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { withChangedFilters } from './list-filters-url.ts';
import { SearchField } from './search-field.tsx';

/** The debounce time, long enough for slow typing. */
const pauseMs = 300;

type SearchBoxProps = { q: string; onSearch: (q: string) => void; box: RefObject<HTMLInputElement | null> };

/** Keeps typed text local and debounces the search; takes over a query from the URL, such as after Back. */
function useTyped(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  const [sent, setSent] = useState(q);
  if (known !== q) {
    setKnown(q);
    // The URL echoes an earlier search: taking it over would undo letters typed since.
    if (q !== sent) {
      setTyped(q);
      setSent(q);
    }
  }
  const wished = typed.trim();

  function send() {
    setSent(wished);
    onSearch(wished);
  }

  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (wished === sent) return;
    const timer = setTimeout(() => sendLater(), pauseMs);
    return () => clearTimeout(timer);
  }, [wished, sent]);

  return { typed, setTyped, send };
}

function SearchBox({ q, onSearch, box }: SearchBoxProps) {
  const { typed, setTyped, send } = useTyped(q, onSearch);
  return (
    <SearchField ref={box} value={typed} onChange={(event) => setTyped(event.target.value)} onSubmit={send} />
  );
}

const filterWords = {
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
  /** Cards have no column headings, so they need a sort menu. */
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
            onQuery(withChangedFilters(query, { status: listStatuses[target.selectedIndex] ?? 'all' }))
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
            onChange={({ target }) =>
              onQuery(withChangedFilters(query, sortings[target.selectedIndex] ?? {}))
            }
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

type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

/** The end buttons use aria-disabled, because a disabled button would lose the keyboard focus. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const step = (label: string, to: number) => {
    const isEnd = to < 1 || to > pages;
    return (
      <Button
        variant="secondary"
        aria-disabled={isEnd || undefined}
        onClick={() => isEnd || onPage(to)}
        className={isEnd ? 'cursor-default! border-line! bg-sunken! text-ink-faint!' : ''}
      >
        {label}
      </Button>
    );
  };
  return (
    <nav aria-label="Páginas" className="flex items-center justify-between gap-4 print:hidden">
      {step('Anterior', page - 1)}
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        Página {page} de {pages}
      </p>
      {step('Próxima', page + 1)}
    </nav>
  );
}
