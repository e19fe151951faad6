const windowMs = 8_000;
/** From less nobody can tell a speed; the first bytes only fill the buffers of the line. */
const minMs = 800;

type Sample = { atMs: number; bytes: number };

/** Bytes a second over the last moments: a mean of the whole would still speak of the line as it was long ago. */
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

/** Undefined where the end cannot be told. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | undefined) {
  return bytesPerSecond === undefined || bytesPerSecond < 1 ? undefined : bytesLeft / bytesPerSecond;
}
