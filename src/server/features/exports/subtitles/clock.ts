const padded = (value: number, width: number) => String(value).padStart(width, '0');

/** "01:02:03,045"; the mark before the thousandths is all in which SRT and WebVTT differ. */
export function cueClock(ms: number, mark: ',' | '.'): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds % 60, 2)}${mark}${padded(ms % 1_000, 3)}`;
}
