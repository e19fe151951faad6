import { formatDate } from '#domain/format/dates.ts';
import { hourSeconds } from '#domain/format/durations.ts';
import { formatDuration, formatMinutes } from './time.ts';

type Usage = Readonly<{ usedHours: number; hoursLimit: number }>;

/** "1 h 15 min de 5 h" */
export function usageText({ usedHours, hoursLimit }: Usage): string {
  const seconds = usedHours * hourSeconds;
  const used = seconds >= hourSeconds ? formatDuration(seconds) : formatMinutes(seconds);
  return `${used} de ${formatDuration(hoursLimit * hourSeconds)}`;
}

export const usedShare = ({ usedHours, hoursLimit }: Usage) =>
  hoursLimit > 0 ? Math.min(1, usedHours / hoursLimit) : 1;

/** "99% usado". It says 100% only if nothing is left. */
export function usedPercentText(usage: Usage): string {
  const share = usedShare(usage);
  const percent = share < 1 ? Math.min(99, Math.round(share * 100)) : 100;
  return `${percent}% usado`;
}

/** "1º de dezembro de 2026". At noon, because midnight in one time zone is the previous day in another. */
export const renewalText = (isoDay: string) => formatDate(`${isoDay}T12:00:00-03:00`);
