import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSlice } from '#tests/media/decoded-sound.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { soundWithBursts } from '#tests/speech/synthetic-sound.ts';
import { findSilences } from './find-silences.ts';
import { createSoundMeter } from './sound-meter.ts';
import { packPeaks, peakHeights, unpackPeaks, waveformPeaks } from './waveform-peaks.ts';

function measured(pcm: Int16Array, pieces: readonly number[] = [pcm.length]) {
  const meter = createSoundMeter();
  let from = 0;
  for (const length of pieces) {
    meter.add(pcm.subarray(from, from + length));
    from += length;
  }
  meter.add(pcm.subarray(from));
  return meter.finish();
}

const silencesOf = (pcm: Int16Array) => findSilences(measured(pcm).levels);

test('the sound meter measures the same however the sound is split into pieces', () => {
  const pcm = soundWithBursts(900, [{ fromMs: 200, toMs: 500 }]);
  const whole = measured(pcm);
  expect(whole.samples).toBe(14_400);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 8 }), (pieces) => {
      expect(measured(pcm, pieces)).toEqual(whole);
    }),
  );
});

test.for([
  ['a quiet room', 10, 1],
  ['a loud street', 900, 1],
  ['a weak microphone', 10, 0.05],
] as const)('findSilences finds the pauses of %s', ([, noise, gain]) => {
  const bursts = [0, 4_000, 8_000, 12_000].map((fromMs) => ({ fromMs, toMs: fromMs + 3_000 }));
  const pcm = soundWithBursts(16_000, bursts, { noise }).map((sample) => sample * gain);
  expect(silencesOf(pcm).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [3_000, 4_000],
    [7_000, 8_000],
    [11_000, 12_000],
    [15_000, 16_000],
  ]);
});

test('quiet speech for minutes after loud speech does not count as silence', () => {
  const loud = soundWithBursts(60_000, [{ fromMs: 0, toMs: 58_000 }]);
  const low = soundWithBursts(
    60_000,
    Array.from({ length: 15 }, (_, turn) => ({ fromMs: turn * 4_000, toMs: turn * 4_000 + 3_000 })),
  ).map((sample) => sample * 0.04);
  const pcm = new Int16Array(loud.length + low.length);
  pcm.set(loud);
  pcm.set(low, loud.length);
  const late = silencesOf(pcm).filter(({ startMs }) => startMs > 80_000);
  expect(late.length).toBeGreaterThan(5);
  for (const { startMs, endMs } of late) expect(endMs - startMs).toBeLessThan(1_200);
});

test('steady sound has no silences, and digital silence is one silence, with or without a DC offset', () => {
  expect(silencesOf(soundWithBursts(20_000, [{ fromMs: 0, toMs: 20_000 }]))).toEqual([]);
  expect(silencesOf(new Int16Array(320_000))).toEqual([{ startMs: 0, endMs: 20_000, loudestDb: -100 }]);
  expect(silencesOf(new Int16Array(320_000).fill(900))).toEqual([
    { startMs: 0, endMs: 20_000, loudestDb: -100 },
  ]);
});

test('packed peaks are small and preserve a single loud word', () => {
  const tops = new Uint8Array(3 * 3_600 * 50).fill(3);
  tops[400_000] = 255;
  const bytes = packPeaks(waveformPeaks(tops));
  expect(bytes.length).toBe(108_005);
  const peaks = unpackPeaks(bytes);
  expect(peaks).toEqual({ perSecond: 10, values: waveformPeaks(tops).values });
  const heights = peakHeights(peaks, 1_000);
  expect(heights).toHaveLength(1_000);
  expect(heights.filter((height) => height === 1)).toHaveLength(1);
  expect(() => unpackPeaks(Buffer.from('something else'))).toThrow('not a peaks file');
});

test('peaks scale with full scale, and include negative samples', () => {
  const pcm = new Int16Array(640);
  pcm[100] = -32_768;
  pcm[500] = 8_192;
  const { values, perSecond } = waveformPeaks(measured(pcm).tops);
  expect(perSecond).toBe(50);
  expect(peakHeights({ values, perSecond })).toEqual([1, expect.closeTo(0.25, 1)]);
});

test('readSlice reads a stretch of sound to the exact sample', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const path = join(folder.path, 'sound.pcm');
  const pcm = Int16Array.from({ length: 16_000 }, (_, at) => at);
  await writeFile(path, new Uint8Array(pcm.buffer));
  expect(await readSlice({ path, startMs: 100, endMs: 103 })).toEqual(pcm.subarray(1_600, 1_648));
  expect(await readSlice({ path, startMs: 990, endMs: 5_000 })).toEqual(pcm.subarray(15_840));
  expect(await readSlice({ path, startMs: 2_000, endMs: 5_000 })).toHaveLength(0);
});
