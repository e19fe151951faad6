const longDate = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' });

/** 21 de novembro de 2026. */
export const dateText = (moment: Date) => longDate.format(moment);
