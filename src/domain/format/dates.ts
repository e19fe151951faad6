import { timeZone } from './time-zone.ts';

/** Created on first use: creating a format takes longer than most pages take to hydrate. */
export function formatOnce(style: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return (moment: string | Date) => {
    format ??= new Intl.DateTimeFormat('pt-BR', { ...style, timeZone });
    return format.format(new Date(moment));
  };
}
const longDate = formatOnce({ dateStyle: 'long' });

/** "21 de novembro de 2026", and "1º de dezembro de 2026" as Brazilians write the first of a month. */
export const formatDate = (moment: string | Date) => longDate(moment).replace(/^1 de /, '1º de ');

/** "21 de novembro de 2026 às 14:05" */
export const formatMoment = formatOnce({ dateStyle: 'long', timeStyle: 'short' });
