const timeZone = 'America/Sao_Paulo';

/** Made when a date is first said: a format takes longer than most pages take to come alive. */
function formatOnce(style: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat('pt-BR', { ...style, timeZone });
    return format;
  };
}
const day = formatOnce({ dateStyle: 'long' });
const clock = formatOnce({ timeStyle: 'short' });
const digits = formatOnce({ dateStyle: 'short', timeStyle: 'short' });

/** "21 de novembro de 2026", and "1º de dezembro de 2026" as it is said and written here. */
export function dateText(isoDate: string) {
  return day()
    .format(new Date(isoDate))
    .replace(/^1 de /, '1º de ');
}

/** "21 de novembro de 2026, 14:05" */
export function momentText(isoDate: string) {
  return `${dateText(isoDate)}, ${clock().format(new Date(isoDate))}`;
}

/** "21/11/2026, 14:05": for columns, where it stands below others like it. */
export function shortMomentText(isoDate: string) {
  return digits().format(new Date(isoDate));
}
