import type { Dashboard } from '#contract/dashboard.ts';
import { dateText } from '../../format/date.ts';
import { durationText, minutesText } from '../../format/duration.ts';

const hourS = 3_600;

/** Noon, since midnight of the one zone is yesterday in another. */
export const renewalText = ({ renews_on }: Pick<Dashboard, 'renews_on'>) =>
  dateText(`${renews_on}T12:00:00-03:00`);

/** "3 h 40 min": what is left, never less than nothing. */
export function hoursLeftText({ hoursLimit, usedHours }: Dashboard['usage']): string {
  const seconds = Math.max(0, hoursLimit - usedHours) * hourS;
  if (seconds < 1) return '0 min';
  return seconds < 60 ? 'menos de 1 min' : durationText(seconds);
}

export function usedOfText({ hoursLimit, usedHours }: Dashboard['usage']): string {
  const used = usedHours * hourS;
  const usedText = used >= hourS ? durationText(used) : minutesText(used);
  return `Você usou ${usedText} de ${durationText(hoursLimit * hourS)}`;
}

export const usedShare = ({ hoursLimit, usedHours }: Dashboard['usage']) =>
  hoursLimit > 0 ? Math.min(1, usedHours / hoursLimit) : 1;

/** Numbers stay with their units where a line ends. */
export const unbroken = (text: string) => text.replaceAll(/(\d) (?=h|min)/g, '$1\u00a0');

/** "abril", in the zone in which months are counted here. */
export function monthName(isoDay: string): string {
  return new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' }).format(new Date(isoDay));
}
