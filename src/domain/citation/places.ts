const padTwo = (value: number) => String(value).padStart(2, '0');

function partsOf(ms: number): [hours: number, minutes: number, seconds: number] {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
}

/** "00:14:32" */
export const clock = (ms: number) => partsOf(ms).map(padTwo).join(':');
