const two = (value: number) => String(value).padStart(2, '0');

/** "12 min", as the specification's lists show it; what is there at all is not shown as nothing. */
export function minutesText(seconds: number): string {
  if (seconds > 0 && seconds < 30) return 'menos de 1 min';
  return `${Math.round(seconds / 60)} min`;
}

/** "1 h 12 min", "12 min", "45 s": for what is read in a sentence. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** A place in a recording: "0:05", "12:30", "1:02:03". */
export function clockText(ms: number): string {
  const whole = Math.floor(ms / 1_000);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const tail = two(whole % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${two(minutes)}:${tail}`;
}
