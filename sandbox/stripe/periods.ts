import type { Recurring } from './objects/catalogue.ts';

const daySeconds = 86_400;
const monthsOf = { month: 1, year: 12 } as const;

/** The 31st of a shorter month is its last day, and the 31st again in the month after. */
function addMonths(anchor: number, months: number) {
  const from = new Date(anchor * 1_000);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return first / 1_000 + (day - 1) * daySeconds + (anchor % daySeconds);
}

/** When the period that begins at `start` ends, counted from the anchor so that days do not drift. */
export function periodEnd({ interval, interval_count: count }: Recurring, anchor: number, start: number) {
  const after = (times: number) =>
    interval === 'month' || interval === 'year'
      ? addMonths(anchor, monthsOf[interval] * count * times)
      : anchor + (interval === 'week' ? 7 : 1) * daySeconds * count * times;
  let times = 1;
  while (after(times) <= start) times += 1;
  return after(times);
}

export const sameRhythm = (one: Recurring, other: Recurring) =>
  one.interval === other.interval && one.interval_count === other.interval_count;
