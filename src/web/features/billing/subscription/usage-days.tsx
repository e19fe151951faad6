import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { UsageDays } from '#contract/plan-usage.ts';
import { formatMinutes } from '#web/format/time.ts';
import { Silence } from '#web/pictures/silence.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { usageDaysQuery } from './api.ts';
import { PartLoadError } from './part-load-error.tsx';

type MonthDay = { number: number; minutes: number; isToday: boolean; isToCome: boolean };

/** All days of the month. The server sends those up to today. */
export function monthDays(days: UsageDays['days']): MonthDay[] {
  const last = days.at(-1);
  if (last === undefined) return [];
  const [year, month] = last.day.split('-').map(Number) as [number, number];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length }, (_, index) => ({
    number: index + 1,
    minutes: days[index]?.minutes ?? 0,
    isToday: index === days.length - 1,
    isToCome: index >= days.length,
  }));
}

const steps = [
  1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720, 960, 1_200, 1_440,
];

/** The top of the scale, a round number. */
export function scaleTop(minutes: number): number {
  return steps.find((step) => step >= minutes) ?? Math.ceil(minutes / 600) * 600;
}

export function busiestDay(days: readonly MonthDay[]): MonthDay | undefined {
  const [first, ...rest] = days.filter(({ minutes }) => minutes > 0);
  return rest.reduce((most, day) => (day.minutes > (most?.minutes ?? 0) ? day : most), first);
}

const height = 100;
const pitch = 10;

/** Room for the round ends of the strokes above the highest bar and below the line. */
const padding = 4;

function barPath({ number, minutes }: MonthDay, top: number) {
  const x = (number - 0.5) * pitch;
  const length = (minutes / top) * (height - 2 * padding);
  return `M${x} ${height - padding}v${-Math.max(0.01, length)}`;
}

function Bars({ days, top }: { days: readonly MonthDay[]; top: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${days.length * pitch} ${height}`}
      preserveAspectRatio="none"
      className="h-36 w-full overflow-visible sm:h-44"
    >
      {days.map((day) => (
        <path
          key={day.number}
          d={barPath(day, top)}
          // Keeps the bar width on all screens; only the distance changes.
          vectorEffect="non-scaling-stroke"
          strokeLinecap="round"
          className={
            day.minutes > 0
              ? 'stroke-thread-bright [stroke-width:5px] sm:[stroke-width:8px]'
              : day.isToCome
                ? 'stroke-line [stroke-width:4px]'
                : 'stroke-line-strong [stroke-width:4px]'
          }
        >
          <title>{`Dia ${day.number}: ${formatMinutes(day.minutes * 60)}`}</title>
        </path>
      ))}
    </svg>
  );
}

/** Every seventh day, and today. Omits labels that would touch today's. */
function shownLabels(days: readonly MonthDay[]) {
  const today = days.find(({ isToday }) => isToday)?.number ?? 1;
  return days.filter(
    ({ number, isToday }) => isToday || ((number - 1) % 7 === 0 && Math.abs(number - today) > 3),
  );
}

function DayLabels({ days }: { days: readonly MonthDay[] }) {
  return (
    <div aria-hidden="true" className="relative mt-1 h-5 text-xs text-ink-soft tabular-nums">
      {shownLabels(days).map(({ number, isToday }) => (
        <span
          key={number}
          className={`absolute -translate-x-1/2 whitespace-nowrap ${isToday ? 'font-semibold text-ink' : ''}`}
          style={{ left: `${((number - 0.5) / days.length) * 100}%` }}
        >
          {isToday ? 'hoje' : number}
        </span>
      ))}
    </div>
  );
}

function DayTable({ days, caption }: { days: readonly MonthDay[]; caption: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Minutos</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ minutes, isToday }) => minutes > 0 || isToday)
            .map(({ number, minutes, isToday }) => (
              <tr key={number}>
                <th scope="row">{isToday ? `${number} (hoje)` : number}</th>
                <td>{formatMinutes(minutes * 60)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** "abril". The date is a plain day, so UTC does not shift it. */
export function monthName(isoDay: string): string {
  return new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' }).format(new Date(isoDay));
}

/** Minutes used per day, drawn as a waveform. */
function UsageChart({ days: usedDays }: UsageDays) {
  const days = monthDays(usedDays);
  const busiest = busiestDay(days);
  const top = scaleTop(busiest?.minutes ?? 0);
  if (busiest === undefined)
    return (
      <>
        <p className="mt-1 text-sm text-ink-soft">Nenhum minuto usado neste mês.</p>
        <Silence className="mt-8 mb-6" />
      </>
    );
  return (
    <>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">
        Maior uso: {busiest.isToday ? 'hoje' : `dia ${busiest.number}`}, com{' '}
        <span className="whitespace-nowrap">{formatMinutes(busiest.minutes * 60)}</span>.
      </p>
      <p aria-hidden="true" className="mt-4 pb-1 text-right text-xs text-ink-faint tabular-nums">
        {formatMinutes(top * 60)}
      </p>
      <div className="border-y border-line">
        <Bars days={days} top={top} />
      </div>
      <DayLabels days={days} />
      <DayTable days={days} caption={`Minutos usados por dia em ${monthName(usedDays[0]?.day ?? '')}`} />
    </>
  );
}

export function UsageDaysPart() {
  const id = useId();
  const query = useQuery(usageDaysQuery);
  const { data, error } = query;
  const [first] = data?.days ?? [];
  if (data === undefined && error !== null) return <PartLoadError what="os minutos por dia" query={query} />;
  return (
    <section
      aria-labelledby={id}
      aria-busy={data === undefined || undefined}
      className="min-w-0 rounded-card border border-line bg-raised p-5"
    >
      <h3 id={id} className="font-semibold">
        Minutos por dia{first === undefined ? null : ` em ${monthName(first.day)}`}
      </h3>
      {data === undefined ? <Skeleton className="mt-4 h-48 w-full sm:h-56" /> : <UsageChart {...data} />}
    </section>
  );
}
