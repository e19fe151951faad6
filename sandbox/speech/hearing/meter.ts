import { openToneShare } from './spectrum.ts';
import { hopMs, openToneBank, type ToneHop, windowHops } from './tone-bank.ts';

export const frameMs = 20;
const hopsPerFrame = frameMs / hopMs;

/** All that is looked for lies below 4 kHz. */
const enoughHz = 8_000;
/** Lifts what makes speech different from hum and rumble. */
const emphasis = 0.95;
const nothingDb = -100;
/** Below it nobody looks what it is made of. */
const faintDb = -65;
/** Beyond this share in two pure tones it is a beep. */
const beepShare = 0.95;

export type Measured = Readonly<{
  durationMs: number;
  /** One each 5 ms. */
  hops: readonly ToneHop[];
  /** One each 20 ms: loudness of what was emphasised. */
  levelsDb: readonly number[];
  beeps: readonly boolean[];
}>;

/** Listens to a recording piece by piece and keeps only what the finders need. */
export function openMeter(sampleRateHz: number) {
  const factor = Math.max(1, Math.floor(sampleRateHz / enoughHz));
  const rateHz = sampleRateHz / factor;
  const bank = openToneBank(rateHz);
  const tones = openToneShare(rateHz);
  const hops: ToneHop[] = [];
  const levelsDb: number[] = [];
  const beeps: boolean[] = [];

  const hop = new Float64Array(Math.ceil((rateHz * hopMs) / 1_000) + 1);
  const ring = new Float64Array(tones.size);
  const hopStart = (index: number) => Math.round((index * rateHz * hopMs) / 1_000);
  let samples = 0;
  let group = 0;
  let inGroup = 0;
  let taken = 0;
  let filled = 0;
  let begin = 0;
  let end = hopStart(1);
  let before = 0;
  let power = 0;
  let powerSamples = 0;

  function endFrame() {
    const level = Math.max(10 * Math.log10(power / powerSamples + 1e-12), nothingDb);
    levelsDb.push(level);
    beeps.push(level > faintDb && tones.shareOf(ring, taken % ring.length) >= beepShare);
    power = 0;
    powerSamples = 0;
  }

  function take(sample: number) {
    hop[filled] = sample;
    filled += 1;
    const lifted = sample - emphasis * before;
    before = sample;
    ring[taken % ring.length] = lifted;
    taken += 1;
    power += lifted * lifted;
    powerSamples += 1;
    if (taken < end) return;
    hops.push(bank.hear(hop, filled, begin));
    filled = 0;
    begin = end;
    end = hopStart(hops.length + 1);
    if (hops.length % hopsPerFrame === 0) endFrame();
  }

  return {
    /** Mono. The mean of neighbours is filter enough for what is looked for here. */
    push: (piece: Int16Array) => {
      samples += piece.length;
      for (let at = 0; at < piece.length; at += 1) {
        group += piece[at] as number;
        inGroup += 1;
        if (inGroup < factor) continue;
        take(group / (factor * 32_768));
        group = 0;
        inGroup = 0;
      }
    },
    finish: (): Measured => {
      // A tone at the very end is measured once the window has left it.
      const last = taken + Math.ceil((rateHz * hopMs * (windowHops + hopsPerFrame)) / 1_000);
      while (taken < last) take(0);
      return { durationMs: (samples / sampleRateHz) * 1_000, hops, levelsDb, beeps };
    },
  };
}
