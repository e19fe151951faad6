import type { Transcript } from './transcript.ts';

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });
const two = (value: number) => String(value).padStart(2, '0');

/** "0:05", "12:30", "1:02:03" */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = two(seconds % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${two(minutes)}:${tail}`;
}

/** "45 s", "12 min 30 s", "1 h 12 min" */
function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** "21 de novembro de 2026 · 12 min 30 s": what stands below a document's title. */
export function headText({ createdAt, durationMs }: Pick<Transcript, 'createdAt' | 'durationMs'>): string {
  return `${day.format(new Date(createdAt))} · ${durationText(durationMs)}`;
}
