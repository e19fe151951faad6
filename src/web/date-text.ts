const timeZone = 'America/Sao_Paulo';
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone });
const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone });

/** "21 de novembro de 2026", and "1º de dezembro de 2026" as it is said and written here. */
export function dateText(isoDate: string) {
  return day.format(new Date(isoDate)).replace(/^1 de /, '1º de ');
}

/** "21 de novembro de 2026, 14:05" */
export function momentText(isoDate: string) {
  return `${dateText(isoDate)}, ${clock.format(new Date(isoDate))}`;
}

const digits = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone });

/** "21/11/2026, 14:05": for columns, where it stands below others like it. */
export function shortMomentText(isoDate: string) {
  return digits.format(new Date(isoDate));
}
