const timeZone = 'America/Sao_Paulo';
const yearAndMonth = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' });

/** The first day of next month, when the hours begin anew; at noon, which is the same day in every zone near. */
export function renewalDay(now: Date): string {
  const [year = 0, month = 1] = yearAndMonth.format(now).split('-').map(Number);
  return new Date(Date.UTC(year, month, 1, 15)).toISOString();
}
