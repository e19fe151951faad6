const padTwo = (value: number) => String(value).padStart(2, '0');

/** A position in a recording: "0:05", "12:30", "1:02:03". */
export function formatTimestamp(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = padTwo(seconds % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${padTwo(minutes)}:${tail}`;
}
