import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { formatMinutes, unbrokenDurations } from '#web/format/time.ts';
import { usageText, usedShare } from '#web/format/usage.ts';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { hoursLeftText } from './home-texts.ts';

type FigureProps = { label: string; value: ReactNode; children?: ReactNode };

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="min-w-0 bg-raised px-4 py-3 sm:px-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <span className="font-semibold whitespace-nowrap tabular-nums">{value}</span>
        {children}
      </dd>
    </div>
  );
}

/** The hairlines are the background between the figures. */
const stripClass =
  'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-4';

export function MonthFigures({ data: { usage, used_minutes, completed_this_month } }: { data: Dashboard }) {
  const usedText = `Você usou ${usageText(usage)}`;
  return (
    <dl aria-label="Seu mês em números" className={stripClass}>
      <Figure label="Horas restantes" value={unbrokenDurations(hoursLeftText(usage))}>
        <div className="min-w-10 grow">
          <Progress share={usedShare(usage)} label="Horas usadas neste mês" valueText={usedText} />
        </div>
      </Figure>
      <Figure label="Minutos usados" value={unbrokenDurations(formatMinutes(used_minutes * 60))} />
      <Figure label="Limite por arquivo" value={unbrokenDurations(`${usage.maxFileMinutes} min`)} />
      <Figure label="Concluídas" value={completed_this_month.toLocaleString('pt-BR')}>
        <span className="text-sm text-ink-soft">neste mês</span>
      </Figure>
    </dl>
  );
}

const figures = ['Horas restantes', 'Minutos usados', 'Limite por arquivo', 'Concluídas'];

export function FigureSkeletons() {
  return (
    <div className={stripClass}>
      {figures.map((label) => (
        <div key={label} className="grid gap-2.5 bg-raised px-4 py-4 sm:px-5">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-4.5 w-16" />
        </div>
      ))}
    </div>
  );
}
