import { expect, test } from 'vitest';
import { hum, soundWithBursts } from '#tests/speech/synthetic-sound.ts';
import { splitIntoPhrases } from './split-phrases.ts';

const timesOf = (pcm: Int16Array, attempt: 'normal' | 'careful' = 'normal') =>
  splitIntoPhrases(pcm, attempt).map(({ startMs, endMs }) => [startMs, endMs]);

test('phrases start and end with the sound', () => {
  const bursts = [
    { fromMs: 500, toMs: 3_500 },
    { fromMs: 5_000, toMs: 5_400 },
    { fromMs: 7_000, toMs: 9_500 },
  ];
  expect(timesOf(soundWithBursts(10_000, bursts))).toEqual(bursts.map(({ fromMs, toMs }) => [fromMs, toMs]));
});

test('short pauses do not split a short phrase, but split a long one', () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ fromMs: at * 1_000, toMs: at * 1_000 + 700 }));
  expect(timesOf(soundWithBursts(5_000, words(5)))).toEqual([[0, 4_700]]);
  expect(timesOf(soundWithBursts(12_000, words(12)))).toEqual([
    [0, 7_700],
    [8_000, 11_700],
  ]);
});

test('speech without a pause is split too, without loss or overlap', () => {
  const pcm = hum(60_000);
  const stretches = splitIntoPhrases(pcm, 'normal');
  expect(stretches.length).toBeGreaterThan(3);
  let next = 0;
  for (const { from, to } of stretches) {
    expect(from).toBe(next);
    expect(to - from).toBeLessThanOrEqual(16_100 * 16);
    next = to;
  }
  expect(next).toBe(pcm.length);
});

test('silence has no phrases, and background noise counts only without a voice', () => {
  expect(timesOf(new Int16Array(160_000))).toEqual([]);
  expect(timesOf(new Int16Array(0))).toEqual([]);
  const voice = { fromMs: 4_000, toMs: 6_000 };
  expect(timesOf(soundWithBursts(10_000, [voice], { noise: 300 }))).toEqual([[4_000, 6_000]]);
  expect(timesOf(soundWithBursts(10_000, [], { noise: 300 }))).not.toEqual([]);
});

test('a very quiet recording is split like a loud one', () => {
  const bursts = [
    { fromMs: 0, toMs: 3_000 },
    { fromMs: 4_000, toMs: 8_000 },
  ];
  const quiet = soundWithBursts(9_000, bursts, { noise: 400 }).map((sample) => sample / 200);
  expect(timesOf(quiet)).toEqual([
    [0, 3_000],
    [4_000, 8_000],
  ]);
});

test('a careful attempt splits at other places', () => {
  const pcm = hum(30_000);
  expect(timesOf(pcm, 'careful').length).toBeGreaterThan(timesOf(pcm).length);
});
