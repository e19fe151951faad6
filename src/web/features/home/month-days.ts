import type { Dashboard } from '#contract/dashboard.ts';

type Days = Dashboard['minutes_by_day'];
export type MonthDay = { number: number; minutes: number; isToday: boolean; isToCome: boolean };

/** The whole month: the server tells it up to today, the rest is still to come. */
export function monthDays(days: Days): MonthDay[] {
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

/** The top of the scale, a number that people say. */
export function scaleTop(minutes: number): number {
  return steps.find((step) => step >= minutes) ?? Math.ceil(minutes / 600) * 600;
}

export function busiestDay(days: readonly MonthDay[]): MonthDay | undefined {
  const [first, ...rest] = days.filter(({ minutes }) => minutes > 0);
  return rest.reduce((most, day) => (day.minutes > (most?.minutes ?? 0) ? day : most), first);
}
