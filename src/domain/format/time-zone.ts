/** Dates and months are those of Brasília, on every machine. */
export const timeZone = 'America/Sao_Paulo';
