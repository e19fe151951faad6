const longDate = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' });

/** 21 de novembro de 2026; the first of a month is an ordinal. */
export const dateText = (moment: Date) => longDate.format(moment).replace(/^1 de /, '1º de ');
