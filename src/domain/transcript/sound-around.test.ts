import { expect, test } from 'vitest';
import { soundAgain, soundAround } from './sound-around.ts';

/** What plays around the word in the middle, which lasts from 10 s to 10.4 s. */
function around(before: [number, number] | undefined, after: [number, number] | undefined) {
  const words = [before, [10_000, 10_400], after].flatMap((times) =>
    times === undefined ? [] : [{ start_ms: times[0] ?? 0, end_ms: times[1] ?? 0 }],
  );
  const { playFromMs, playToMs } = soundAround(words, before === undefined ? 0 : 1);
  return { beforeMs: 10_000 - playFromMs, afterMs: playToMs - 10_400 };
}

test('the sound begins with the word before and ends with the word after', () => {
  expect(around([9_600, 9_980], [10_500, 10_900])).toEqual({ beforeMs: 400, afterMs: 500 });
});

test('short words beside a word still leave a quarter of a second', () => {
  expect(around([9_900, 10_000], [10_400, 10_480])).toEqual({ beforeMs: 250, afterMs: 250 });
});

test('of a long word beside it only the nearer part plays', () => {
  expect(around([8_900, 10_000], [10_400, 11_300])).toEqual({ beforeMs: 600, afterMs: 600 });
});

test('a pause beside a word does not play, and neither does the word behind the pause', () => {
  expect(around([9_500, 9_749], [10_651, 10_900])).toEqual({ beforeMs: 250, afterMs: 250 });
  expect(around([9_500, 9_750], [10_650, 10_900])).toEqual({ beforeMs: 500, afterMs: 500 });
});

test('the first and the last word of a passage have a quarter of a second outside it', () => {
  expect(around(undefined, [10_400, 10_800])).toEqual({ beforeMs: 250, afterMs: 400 });
  expect(around([9_500, 10_000], undefined)).toEqual({ beforeMs: 500, afterMs: 250 });
  expect(around(undefined, undefined)).toEqual({ beforeMs: 250, afterMs: 250 });
});

test('the same passage plays again with one second around its words, then two, then four at most', () => {
  const doubt = { fromMs: 10_000, toMs: 12_000, playFromMs: 9_600, playToMs: 12_250 };
  expect([0, 1, 2, 3, 4].map((times) => soundAgain(doubt, times))).toEqual([
    { playFromMs: 9_600, playToMs: 12_250 },
    { playFromMs: 9_000, playToMs: 13_000 },
    { playFromMs: 8_000, playToMs: 14_000 },
    { playFromMs: 6_000, playToMs: 16_000 },
    { playFromMs: 6_000, playToMs: 16_000 },
  ]);
});
