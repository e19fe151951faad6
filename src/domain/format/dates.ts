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

const shortDate = formatOnce({ day: 'numeric', month: 'short', year: 'numeric' });

/** "24 nov", with the year if it is not this one. */
export function formatShortDate(moment: string | Date, now = new Date()): string {
  const partsOf = (at: string | Date) => shortDate(at).replaceAll('.', '').split(' de ');
  const [day = '', month = '', year = ''] = partsOf(moment);
  return partsOf(now)[2] === year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** "21 de novembro de 2026 às 14:05" */
export const formatMoment = formatOnce({ dateStyle: 'long', timeStyle: 'short' });
