/** A telephone tone at a known time, so that tests can check positions to the millisecond. */
export type Tone = Readonly<{ key: string; startMs: number; endMs: number }>;

const rows = [697, 770, 852, 941];
const columns = [1_209, 1_336, 1_477];
const keys = '123456789*0#';

function frequenciesOf(key: string): [number, number] {
  const at = keys.indexOf(key);
  return [rows[Math.floor(at / 3)] as number, columns[at % 3] as number];
}

type Sound = { tones: readonly Tone[]; totalMs: number; rateHz?: number };

/** Makes telephone tones over faint room noise. */
export function soundOfTones({ tones, totalMs, rateHz = 48_000 }: Sound): Int16Array {
  const pcm = new Int16Array((totalMs * rateHz) / 1_000);
  let seed = 1;
  for (let at = 0; at < pcm.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pcm[at] = ((seed / 2_147_483_648) * 2 - 1) * 12;
  }
  for (const { key, startMs, endMs } of tones) {
    const [low, high] = frequenciesOf(key).map((hz) => (2 * Math.PI * hz) / rateHz) as [number, number];
    const end = (endMs * rateHz) / 1_000;
    for (let at = (startMs * rateHz) / 1_000; at < end; at += 1)
      pcm[at] = (pcm[at] as number) + 8_000 * (Math.sin(low * at) + Math.sin(high * at));
  }
  return pcm;
}

/** Returns the power of one frequency in the samples (Goertzel's algorithm). */
function powerAt(pcm: Int16Array, hz: number, rateHz: number): number {
  const twice = 2 * Math.cos((2 * Math.PI * hz) / rateHz);
  let [before, last] = [0, 0];
  for (const sample of pcm) [before, last] = [last, sample + twice * last - before];
  return before * before + last * last - twice * before * last;
}

function keyIn(pcm: Int16Array, rateHz: number): string {
  const strongest = (all: readonly number[]) =>
    all
      .map((hz, at) => ({ at, power: powerAt(pcm, hz, rateHz) }))
      .reduce((best, one) => (one.power > best.power ? one : best)).at;
  return keys[strongest(rows) * 3 + strongest(columns)] as string;
}

/** Returns every range that is louder than a quarter of the maximum, with the key that it sounds like. */
export function tonesIn(pcm: Int16Array, rateHz = 16_000): Tone[] {
  const loudest = pcm.reduce((greatest, sample) => Math.max(greatest, Math.abs(sample)), 1);
  const quietSamples = (rateHz * 50) / 1_000;
  const found: { first: number; last: number }[] = [];
  for (const [at, sample] of pcm.entries()) {
    if (Math.abs(sample) < loudest / 4) continue;
    const current = found.at(-1);
    if (current === undefined || at - current.last > quietSamples) found.push({ first: at, last: at });
    else current.last = at;
  }
  return found.map(({ first, last }) => ({
    key: keyIn(pcm.subarray(first, last + 1), rateHz),
    startMs: (first * 1_000) / rateHz,
    endMs: ((last + 1) * 1_000) / rateHz,
  }));
}
