const timeZone = 'America/Sao_Paulo';

/** Created on first use: creating a format takes longer than most pages take to hydrate. */
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

/** "21 de novembro de 2026", and "1º de dezembro de 2026" as Brazilians write the first of a month. */
export function formatDate(isoDate: string) {
  return day()
    .format(new Date(isoDate))
    .replace(/^1 de /, '1º de ');
}

/** "21 de novembro de 2026, 14:05" */
export function formatDateTime(isoDate: string) {
  return `${formatDate(isoDate)}, ${clock().format(new Date(isoDate))}`;
}

/** "21/11/2026, 14:05", for columns. */
export function formatShortDateTime(isoDate: string) {
  return digits().format(new Date(isoDate));
}

const padTwo = (value: number) => String(value).padStart(2, '0');

/** "12 min", as in the lists of the specification. A duration above zero never shows as zero. */
export function formatMinutes(seconds: number): string {
  if (seconds > 0 && seconds < 30) return 'menos de 1 min';
  return `${Math.round(seconds / 60)} min`;
}

/** "1 h 12 min", "12 min", "45 s", for sentences. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** A position in a recording: "0:05", "12:30", "1:02:03". */
export function formatTimestamp(ms: number): string {
  const whole = Math.floor(ms / 1_000);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const tail = padTwo(whole % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${padTwo(minutes)}:${tail}`;
}
