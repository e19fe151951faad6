import { useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import { LoadError } from '../../app/load-error.tsx';
import { paths } from '../../app/paths.ts';
import { renewalText } from '../../format/usage.ts';
import { textLinkClass } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { dashboardQuery } from './api.ts';
import { dailyTip } from './home-texts.ts';
import { FirstSteps, RecentList } from './recent-list.tsx';
import { StatCards } from './stat-cards.tsx';

/** Beside the greeting, which is shown before the data has loaded. */
export function PlanLine() {
  const { data, error } = useQuery(dashboardQuery);
  if (data === undefined) return error === null ? <Skeleton className="my-1 h-4 w-64" /> : null;
  return (
    <p className="flex flex-wrap gap-x-2 text-ink-soft">
      <span>
        Plano <span className="font-medium text-ink">{data.plan_name}</span>
      </span>
      <span aria-hidden="true" className="max-sm:hidden">
        ·
      </span>
      <span>Renova em {renewalText(data.renews_on)}</span>
    </p>
  );
}

function Tip() {
  return (
    <p className="mt-6 flex items-start gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
      <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
      <span>
        <span className="font-medium">Dica do dia:</span> {dailyTip(new Date())}
      </span>
    </p>
  );
}

export function HomeScreen() {
  const query = useQuery(dashboardQuery);
  const { data, error } = query;
  return (
    <>
      <Tip />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {data === undefined && error !== null ? (
          <LoadError title="Não foi possível carregar seu mês" queries={[query]} />
        ) : (
          <>
            <StatCards data={data} />
            {data?.has_any === false ? <FirstSteps /> : null}
            <Month data={data} />
          </>
        )}
      </div>
    </>
  );
}

function Month({ data }: { data: Dashboard | undefined }) {
  if (data === undefined) return <MonthSkeleton />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section
        aria-labelledby="recent"
        className="min-w-0 rounded-card border border-line bg-raised p-4 sm:p-5"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id="recent" className="font-semibold">
            Últimas transcrições
          </h2>
          {data.has_any ? (
            <Link to={paths.transcriptions} className={`${textLinkClass} text-sm`}>
              Ver todas
            </Link>
          ) : null}
        </div>
        <RecentList items={data.recent} />
      </section>
    </div>
  );
}

const rows = ['w-3/5', 'w-2/5', 'w-1/2'];

function MonthSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="grid gap-6 rounded-card border border-line bg-raised p-4 sm:p-5">
        <Skeleton className="h-5 w-40" />
        {rows.map((width) => (
          <div key={width} className="grid gap-2">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-32" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
