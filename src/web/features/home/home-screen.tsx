import { useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Dashboard, recentCount } from '#contract/dashboard.ts';
import { type ListQuery, ListQuerySchema } from '#contract/transcription-list.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { paths } from '#web/app/paths.ts';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import { listFiltersSearch } from '#web/features/library/list-filters-url.ts';
import { isRunning } from '#web/features/library/running-texts.ts';
import { SearchField } from '#web/features/library/search-field.tsx';
import { pollMs, useListChanges } from '#web/features/library/use-list-changes.ts';
import { useUploads } from '#web/features/upload/queue/uploads-provider.tsx';
import { useSendingRows } from '#web/features/upload/tray/sending-rows.tsx';
import { classNames, textLinkClass } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { applyChange, dashboardQuery, rowsOf, showsChange } from './api.ts';
import { dailyTip } from './home-texts.ts';
import { FigureSkeletons, MonthFigures } from './month-figures.tsx';
import { RecordingRow, RowSkeletons } from './recording-row.tsx';

function useLiveDashboard() {
  const isLive = useListChanges<Dashboard>({
    queryKey: dashboardQuery.queryKey,
    shows: showsChange,
    apply: applyChange,
  });
  return useQuery({
    ...dashboardQuery,
    // Poll only while a transcription runs and the event stream is down.
    refetchInterval: ({ state }) => (!isLive && (state.data?.running_count ?? 0) > 0 ? pollMs : false),
  });
}

function Tip() {
  return (
    <p className="flex items-start gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
      <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <span>
        <span className="font-medium">Dica do dia:</span> {dailyTip(new Date())}
      </span>
    </p>
  );
}

/** Six rows: a recording that starts or finishes does not move the figures below a full list. */
const roomForOneMore = 'sm:min-h-109.25';

const listWith = (filters: Partial<ListQuery>) =>
  `${paths.transcriptions}?${listFiltersSearch(ListQuerySchema.parse(filters))}`;

const runningList = listWith({ status: 'pending' });

function ListSearch() {
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  return (
    <SearchField ref={box} onSubmit={() => navigate(listWith({ q: box.current?.value.trim() ?? '' }))} />
  );
}

function Recordings({ data, readAtMs }: { data: Dashboard; readAtMs: number }) {
  const { unfinished, running_count, recent, has_any } = data;
  const hidden = running_count - unfinished.filter(isRunning).length;
  const items = rowsOf(data);
  // Above the rows a phone has no room for it: the first recording would be below the first screen.
  const isWide = useMediaQuery('(width >= 40rem)');
  const firstEnded = items.findIndex((item) => !('status' in item && isRunning(item)));
  const sending = useSendingRows({
    isListed: (id) => hidden > 0 || items.some(({ job_id }) => job_id === id),
    readAtMs,
  });
  const rows = items.map((item) => <RecordingRow key={item.job_id} item={item} />);
  return (
    <section aria-labelledby="recent" className="min-w-0">
      {has_any && isWide ? <ListSearch /> : null}
      <div className={classNames('flex min-h-10 items-center justify-between gap-x-4', has_any && 'sm:mt-2')}>
        <h2 id="recent" className="font-semibold">
          Últimas transcrições
        </h2>
        {has_any ? (
          <Link
            to={paths.transcriptions}
            className={`${textLinkClass} inline-flex min-h-10 items-center text-sm`}
          >
            Ver todas
          </Link>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {running_count === 0 ? null : `${running_count.toLocaleString('pt-BR')} em andamento`}
      </p>
      {rows.length + sending.length === 0 ? (
        <p className="mt-1 text-ink-soft">Nenhuma transcrição registrada este mês.</p>
      ) : (
        <ul className={classNames('divide-y divide-line', recent.length === recentCount && roomForOneMore)}>
          {rows.toSpliced(firstEnded === -1 ? rows.length : firstEnded, 0, ...sending)}
        </ul>
      )}
      {hidden > 0 ? (
        <Link to={runningList} className={`${textLinkClass} inline-flex min-h-10 items-center text-sm`}>
          Mais {hidden.toLocaleString('pt-BR')} em andamento
        </Link>
      ) : null}
      {has_any && !isWide ? (
        <div className="mt-3">
          <ListSearch />
        </div>
      ) : null}
    </section>
  );
}

/** Its elements are not those of the loaded page, so that the browser moves none of them. */
function HomeSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Skeleton className="h-11 w-full max-sm:hidden" />
        <p className="flex min-h-10 items-center font-semibold sm:mt-2">Últimas transcrições</p>
        <ul aria-hidden="true" className="divide-y divide-line">
          <RowSkeletons />
        </ul>
      </div>
      <FigureSkeletons />
    </div>
  );
}

/** A request of its own, because only an account without recordings of its own needs it. */
const firstDayModule = {
  queryKey: ['first-day'],
  queryFn: async () => (await import('./first-day.tsx')).FirstDay,
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
} as const;

export function HomeScreen() {
  const query = useLiveDashboard();
  const { data, error } = query;
  const { items } = useUploads();
  // The first own file takes the place of the example at once, or else its row would be below the example.
  const isSending = items.some(({ stage }) => stage !== 'refused');
  const example = isSending ? null : (data?.example ?? null);
  const firstDay = useQuery({ ...firstDayModule, enabled: example !== null });
  const { data: FirstDay } = firstDay;
  if ((data === undefined && error === null) || firstDay.isLoading) return <HomeSkeleton />;
  if (data === undefined)
    return (
      <div className="grid gap-6">
        <LoadError title="Não foi possível carregar seu mês" queries={[query]} />
        <Tip />
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {example === null ? null : FirstDay === undefined ? (
        <LoadError title="Não foi possível carregar o exemplo" queries={[firstDay]} />
      ) : (
        <FirstDay example={example} />
      )}
      {/* Other elements with the first own recording: the example above them leaves, and they do not move there. */}
      <Fragment key={example === null ? 'own' : 'first'}>
        <Recordings data={data} readAtMs={query.dataUpdatedAt} />
        <MonthFigures data={data} />
        <Tip />
      </Fragment>
    </div>
  );
}
