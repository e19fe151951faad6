import type { PlanUsage } from '#contract/plan-usage.ts';
import { calendarMonth, nextMonth } from '#domain/format/calendar.ts';
import { unbrokenDurations } from '#web/format/time.ts';
import { renewalText, usageText, usedPercentText, usedShare } from '#web/format/usage.ts';
import { Progress } from '#web/ui/progress.tsx';

export function UsagePart({ usage }: { usage: PlanUsage }) {
  const text = usageText(usage);
  return (
    <div className="rounded-card border border-line bg-raised p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-lg font-semibold tabular-nums">{unbrokenDurations(text)}</span>
        <span className="text-sm text-ink-soft tabular-nums">{usedPercentText(usage)}</span>
      </p>
      <div className="mt-3">
        <Progress share={usedShare(usage)} label="Horas usadas neste mês" valueText={text} />
      </div>
      <dl className="mt-5 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-ink-soft">Limite por arquivo</dt>
          <dd className="mt-0.5 font-medium tabular-nums">{usage.maxFileMinutes} minutos</dd>
        </div>
        <div>
          <dt className="text-ink-soft">As horas renovam em</dt>
          <dd className="mt-0.5 font-medium">{renewalText(nextMonth(calendarMonth(new Date())))}</dd>
        </div>
      </dl>
    </div>
  );
}
