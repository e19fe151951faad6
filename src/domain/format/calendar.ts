import { timeZone } from './time-zone.ts';

/** Created on first use, like the formats of dates.ts. */
let format: Intl.DateTimeFormat | undefined;

/** The calendar day in São Paulo: 2026-11-21. */
export function calendarDay(moment: Date): string {
  format ??= new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return format.format(moment);
}

/** The first day of the calendar month in São Paulo, as the database keeps it: 2026-11-01. */
export function calendarMonth(moment: Date): string {
  return `${calendarDay(moment).slice(0, 'yyyy-mm'.length)}-01`;
}

/** The day on which the monthly hours renew. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${next[0]}-${String(next[1]).padStart(2, '0')}-01`;
}
