const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** "18 MB", "2,1 GB". Only small numbers get a decimal. */
export function formatFileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  const shown = value.toLocaleString('pt-BR', { maximumFractionDigits: digits });
  return `${shown} ${units[unit]}`;
}
