import type { PlanUsage } from '#contract/plan-usage.ts';
import { formatDate } from '#domain/format/dates.ts';
import { timeZone } from '#domain/format/time-zone.ts';
import { formatDuration, formatMinutes } from '../../../format/time.ts';
import { Progress } from '../../../ui/progress.tsx';

const yearAndMonth = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });

/** The first day of next month, when the hours renew, at noon in Brasília: near time zones then show the same day. */
export function renewalDay(now: Date): string {
  const [year = 0, month = 1] = yearAndMonth.format(now).split('-').map(Number);
  return new Date(Date.UTC(year, month, 1, 15)).toISOString();
}

const hourS = 3_600;

function usedText(hours: number) {
  const seconds = hours * hourS;
  return seconds >= hourS ? formatDuration(seconds) : formatMinutes(seconds);
}

export function UsagePart({ usage }: { usage: PlanUsage }) {
  const { usedHours, hoursLimit, maxFileMinutes } = usage;
  const share = hoursLimit > 0 ? Math.min(1, usedHours / hoursLimit) : 1;
  const text = `${usedText(usedHours)} de ${formatDuration(hoursLimit * hourS)}`;
  return (
    <div className="rounded-card border border-line bg-raised p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-lg font-semibold tabular-nums">{text}</span>
        <span className="text-sm text-ink-soft tabular-nums">{Math.round(share * 100)}% usado</span>
      </p>
      <div className="mt-3">
        <Progress share={share} label="Horas usadas neste mês" valueText={text} />
      </div>
      <dl className="mt-5 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-ink-soft">Limite por arquivo</dt>
          <dd className="mt-0.5 font-medium tabular-nums">{maxFileMinutes} minutos</dd>
        </div>
        <div>
          <dt className="text-ink-soft">As horas renovam em</dt>
          <dd className="mt-0.5 font-medium">{formatDate(renewalDay(new Date()))}</dd>
        </div>
      </dl>
    </div>
  );
}
