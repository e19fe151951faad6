import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ListQuery, TranscriptionPage } from '#contract/transcription-list.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { applyListChange, listKey, listQuery } from './api.ts';
import { ListToolbar, Pager } from './list-controls.tsx';
import {
  isWithoutFilters,
  listFiltersSearch,
  readListFilters,
  withChangedFilters,
  withoutFilters,
} from './list-filters-url.ts';
import { EmptyLibrary, ListSkeleton, NoResults } from './list-states.tsx';
import { ListCards, ListTable, selectAllState, useSelection } from './list-views.tsx';
import { isRunning } from './running-texts.ts';
import { pollMs, useListChanges } from './use-list-changes.ts';
import { deleteTexts, useFocusAfterRemoval, useUndoableDeletion } from './use-undoable-deletion.ts';

/** Above this width all table columns fit beside the sidebar; below it the list shows cards. */
const wide = '(min-width: 80rem)';

/** The URL holds the state, so that filters, order and page work with Back, bookmarks and shared links. */
function useListQuery() {
  const [search, setSearch] = useSearchParams();
  const query = readListFilters(search);
  const show = (next: ListQuery, { replace = false } = {}) =>
    setSearch(listFiltersSearch(next), { replace, preventScrollReset: true });
  return { query, show };
}

export function ListScreen() {
  const { query, show } = useListQuery();
  const deletion = useUndoableDeletion((ids) => {
    focusAfter(ids);
    const isEmptied = data?.items.every(({ job_id }) => ids.includes(job_id));
    if (isEmptied && query.page > 1) show({ ...query, page: query.page - 1 }, { replace: true });
  });
  const isLive = useListChanges<TranscriptionPage>({
    queryKey: listKey,
    shows: ({ items }, { job_id, status }) =>
      items.some((item) => item.job_id === job_id && item.status === status),
    apply: applyListChange,
    // The deletion fades its rows out and then removes them.
    isIgnored: ({ job_id, status }) => status === 'deleted' && deletion.isOwn(job_id),
  });
  const list = useQuery({
    ...listQuery(query),
    // Poll only while a transcription runs and the event stream is down.
    refetchInterval: ({ state }) => (!isLive && state.data?.items.some(isRunning) ? pollMs : false),
  });
  const { data, error, isPlaceholderData } = list;
  const focusAfter = useFocusAfterRemoval(data);
  const { page } = data ?? {};
  const isElsewhere = !isPlaceholderData && page !== undefined && page !== query.page;
  useEffect(() => {
    // For a page beyond the end the server returns the last page, so correct the URL.
    if (isElsewhere) show({ ...query, page }, { replace: true });
  });

  if (data === undefined && error !== null)
    return <LoadError title="Não foi possível carregar suas transcrições" queries={[list]} />;
  // Placeholder data of an empty search does not mean that the library is empty.
  if (data !== undefined && !isPlaceholderData && isBare(data, query)) return <EmptyLibrary />;
  return <List data={data} query={query} show={show} isStale={isPlaceholderData} deletion={deletion} />;
}

const isPlain = (query: ListQuery) => query.q === '' && isWithoutFilters(query);
const isBare = ({ has_any, total }: TranscriptionPage, query: ListQuery) =>
  !has_any || (total === 0 && isPlain(query));

type ListProps = ReturnType<typeof useListQuery> & {
  data: TranscriptionPage | undefined;
  isStale: boolean;
  deletion: ReturnType<typeof useUndoableDeletion>;
};

function List({ data, query, show, isStale, deletion }: ListProps) {
  // Render only one layout: hiding one with CSS would duplicate its rows for screen readers and tests.
  const isWide = useMediaQuery(wide);
  const box = useRef<HTMLInputElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const items = data?.items ?? [];
  const { isChosen, choose } = useSelection(listFiltersSearch(query).toString());
  const chosen = items.filter(({ job_id }) => isChosen(job_id));
  const [asked, setAsked] = useState<typeof items>();

  function showPage(page: number) {
    show({ ...query, page });
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
  }

  function search(q: string) {
    // Replace the history entry while the user edits a query, so that Back returns to the list before it.
    show(withChangedFilters(query, { q }), { replace: query.q !== '' && q !== '' });
  }

  function ask(those: typeof items) {
    deletion.forgetFault();
    setAsked(those);
  }

  async function confirm() {
    if (asked === undefined) return;
    if (await deletion.remove(asked.map(({ job_id }) => job_id))) setAsked(undefined);
  }

  const rows = {
    items,
    query,
    onQuery: show,
    isChosen,
    onChoose: choose,
    onDelete: (item: (typeof items)[number]) => ask([item]),
    leaving: deletion.leaving,
  };
  const Rows = isWide ? ListTable : ListCards;
  const isWaiting =
    data === undefined || (items.length === 0 && (data.total > 0 || (isStale && isPlain(query))));
  return (
    <div ref={top} className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4">
      <ListToolbar query={query} onQuery={show} onSearch={search} box={box} hasSorting={!isWide} />
      <div
        className={classNames(
          'flex min-h-10 items-center justify-between gap-3',
          data?.total === 0 && 'hidden',
        )}
      >
        {isWide || items.length === 0 ? null : (
          <Checkbox
            label="Selecionar todas"
            labelHidden={chosen.length > 0}
            checked={selectAllState(rows)}
            onCheckedChange={(checked) =>
              choose(
                items.map(({ job_id }) => job_id),
                checked,
              )
            }
          />
        )}
        <p
          role="status"
          className={classNames(
            'text-sm text-ink-soft tabular-nums',
            !isWide && chosen.length > 0 && 'sr-only',
          )}
        >
          {data === undefined || isStale ? null : totalText(data.total)}
        </p>
        {chosen.length === 0 ? null : (
          <Button variant="secondary" className="ml-auto text-loss!" onClick={() => ask(chosen)}>
            Excluir selecionados ({chosen.length})
          </Button>
        )}
      </div>
      {isWaiting ? (
        <ListSkeleton isWide={isWide} />
      ) : items.length === 0 ? (
        <div role="status">
          <NoResults
            query={query}
            onClear={() => {
              show(withChangedFilters(query, { q: '' }));
              box.current?.focus();
            }}
            onAll={() => {
              show(withoutFilters(query));
              box.current?.focus();
            }}
          />
        </div>
      ) : (
        <div
          aria-busy={isStale || undefined}
          // Delay the dimming, because a quick response would make the list flicker.
          className={classNames('transition-opacity', isStale && 'opacity-60 delay-150')}
        >
          <Rows {...rows} />
        </div>
      )}
      {data === undefined || (data.pages === 1 && query.page === 1) ? null : (
        <Pager page={query.page} pages={Math.max(data.pages, query.page)} onPage={showPage} />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        {...deleteTexts(asked ?? [])}
        confirmLabel="Excluir"
        onConfirm={() => void confirm()}
        busy={deletion.busy}
        error={deletion.fault}
      />
    </div>
  );
}

const totalText = (total: number) =>
  total === 1 ? '1 transcrição' : `${total.toLocaleString('pt-BR')} transcrições`;
