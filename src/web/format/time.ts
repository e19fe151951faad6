import { calendarDay } from '#domain/format/calendar.ts';
import { formatDate, formatOnce, formatShortDate } from '#domain/format/dates.ts';
import { dayMs } from '#domain/format/durations.ts';

const clock = formatOnce({ timeStyle: 'short' });

/** "21 de novembro de 2026, 14:05" */
export function formatDateTime(isoDate: string) {
  return `${formatDate(isoDate)}, ${clock(isoDate)}`;
}

const dayOf = (moment: Date) => Date.parse(calendarDay(moment));

/** "hoje, 14:05", "ontem, 14:05", "18 nov" */
export function formatRecent(isoDate: string, now = new Date()): string {
  const daysAgo = Math.round((dayOf(now) - dayOf(new Date(isoDate))) / dayMs);
  const day = daysAgo === 0 ? 'hoje' : daysAgo === 1 ? 'ontem' : undefined;
  return day === undefined ? formatShortDate(isoDate, now) : `${day}, ${clock(isoDate)}`;
}

/** "21/11/2026, 14:05", for columns. */
export const formatShortDateTime = formatOnce({ dateStyle: 'short', timeStyle: 'short' });

/** "12 min", as in the lists of the specification. A duration above zero never shows as zero. */
export function formatMinutes(seconds: number): string {
  if (seconds > 0 && seconds < 30) return 'menos de 1 min';
  return `${Math.round(seconds / 60)} min`;
}

/** "1 h 12 min", "12 min", "45 s", for sentences. */
export function formatDuration(seconds: number): string {
  const wholeSeconds = Math.round(seconds);
  if (wholeSeconds < 60) return `${wholeSeconds} s`;
  const minutes = Math.round(wholeSeconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** A duration in a text never breaks across lines: "2 h 30 min" is one unit. */
export const unbrokenDurations = (text: string) =>
  text.replaceAll(/(?<=\d) (?=(?:h|min|s)\b)|(?<=\d\sh) (?=\d)/g, '\u00a0');
