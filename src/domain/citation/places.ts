const padTwo = (value: number) => String(value).padStart(2, '0');

function partsOf(ms: number): [hours: number, minutes: number, seconds: number] {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
}

/** "00:14:32" */
export const clock = (ms: number) => partsOf(ms).map(padTwo).join(':');

/** "00:14:32–00:14:51" */
export function clockRange(startMs: number | undefined, endMs: number | undefined): string | undefined {
  if (startMs === undefined) return undefined;
  const [start, end] = [clock(startMs), clock(endMs ?? startMs)];
  return end > start ? `${start}–${end}` : start;
}

/** "14 min 32 s" */
export function place(ms: number): string {
  const [hours, minutes, seconds] = partsOf(ms);
  const parts = [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`, seconds > 0 && `${seconds} s`];
  return parts.filter((part) => part !== false).join(' ') || '0 s';
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** "aos 14 minutos e 32 segundos da gravação", as a reporter writes it. */
export function spokenPlace(ms: number): string {
  const [hours, minutes, seconds] = partsOf(ms);
  const parts = [
    ...(hours > 0 ? [counted(hours, 'hora')] : []),
    ...(minutes > 0 ? [counted(minutes, 'minuto')] : []),
    ...(seconds > 0 ? [counted(seconds, 'segundo')] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return 'no início da gravação';
  const span = parts.length > 0 ? `${parts.join(', ')} e ${last}` : last;
  // "Às 2 horas" would be a time of day, and "aos 1 minuto" is no Portuguese.
  const isPlural = hours === 0 && (minutes || seconds) > 1;
  return isPlural ? `aos ${span} da gravação` : `a ${span} do início da gravação`;
}
