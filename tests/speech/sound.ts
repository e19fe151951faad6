import { speechSampleRateHz } from '#server/adapters/speech/engine.ts';

export type Burst = { fromMs: number; toMs: number };

/** A voice-like hum where the bursts are, and a faint noise elsewhere, as a room has it. */
export function soundWith(totalMs: number, bursts: readonly Burst[], { noise = 10 } = {}): Int16Array {
  const pcm = new Int16Array((totalMs * speechSampleRateHz) / 1_000);
  let seed = 1;
  for (let at = 0; at < pcm.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pcm[at] = ((seed / 2_147_483_648) * 2 - 1) * noise;
  }
  for (const { fromMs, toMs } of bursts)
    for (let at = (fromMs * speechSampleRateHz) / 1_000; at < (toMs * speechSampleRateHz) / 1_000; at += 1)
      pcm[at] = 6_000 * Math.sin(at / 9) * (0.7 + 0.3 * Math.sin(at / 900));
  return pcm;
}

export const hum = (totalMs: number) => soundWith(totalMs, [{ fromMs: 0, toMs: totalMs }]);
