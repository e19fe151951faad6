import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { formatMinutes } from '../../format/time.ts';
import { usageText, usedShare } from '../../format/usage.ts';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { hoursLeftText, withNonBreakingUnits } from './home-texts.ts';

type StatCardProps = { label: string; value: ReactNode; note: ReactNode; children?: ReactNode };

function StatCard({ label, value, note, children }: StatCardProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-card border border-line bg-raised p-4 sm:p-5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-2 text-lg font-semibold tabular-nums sm:text-xl">{value}</dd>
      {children === undefined ? null : <dd className="mt-3">{children}</dd>}
      <dd className="mt-2 text-sm text-ink-soft tabular-nums">{note}</dd>
    </div>
  );
}

const loadingValue = <Skeleton className="h-7 w-20 sm:h-8" />;
const loadingNote = <Skeleton className="my-0.5 h-4 w-28" />;

/** Until the data has loaded, placeholders keep the room of the numbers, so that the page does not jump. */
export function StatCards({ data }: { data: Dashboard | undefined }) {
  const usage = data?.usage;
  const usedText = usage ? `Você usou ${usageText(usage)}` : '';
  return (
    <dl
      aria-label="Seu mês em números"
      aria-busy={data === undefined || undefined}
      className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4"
    >
      <StatCard
        label="Horas restantes"
        value={usage ? withNonBreakingUnits(hoursLeftText(usage)) : loadingValue}
        note={usage ? withNonBreakingUnits(usedText) : loadingNote}
      >
        {usage ? (
          <Progress share={usedShare(usage)} label="Horas usadas neste mês" valueText={usedText} />
        ) : (
          <Skeleton className="h-2 w-full" />
        )}
      </StatCard>
      <StatCard
        label="Minutos usados"
        value={data ? formatMinutes(data.used_minutes * 60) : loadingValue}
        note={data ? 'neste mês' : loadingNote}
      />
      <StatCard
        label="Limite por arquivo"
        value={usage ? `${usage.maxFileMinutes} min` : loadingValue}
        note={data ? `no plano ${data.plan_name}` : loadingNote}
      />
      <StatCard
        label="Concluídas"
        value={data ? data.completed_this_month.toLocaleString('pt-BR') : loadingValue}
        note={data ? 'transcrições neste mês' : loadingNote}
      />
    </dl>
  );
}
