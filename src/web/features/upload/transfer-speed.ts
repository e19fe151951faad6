const windowMs = 8_000;
/** A shorter sample gives no reliable speed, because the first bytes only fill network buffers. */
const minMs = 800;

type Sample = { atMs: number; bytes: number };

/** Measures bytes per second over the last seconds, because an overall mean would react too slowly. */
export function createSpeedMeter() {
  let samples: Sample[] = [];
  return {
    reset: () => {
      samples = [];
    },
    add(sample: Sample) {
      samples = [...samples.filter(({ atMs }) => sample.atMs - atMs <= windowMs), sample];
    },
    bytesPerSecond(): number | undefined {
      const [first, last] = [samples[0], samples.at(-1)];
      if (first === undefined || last === undefined || last.atMs - first.atMs < minMs) return undefined;
      return Math.max(0, ((last.bytes - first.bytes) * 1_000) / (last.atMs - first.atMs));
    },
  };
}

/** Undefined if the speed is unknown or almost zero. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | undefined) {
  return bytesPerSecond === undefined || bytesPerSecond < 1 ? undefined : bytesLeft / bytesPerSecond;
}
