import { expect, test } from 'vitest';
import { passedSound } from './passed-sound.ts';

const passage = { fromMs: 10_000, toMs: 12_000 };
const rate = 0.8;
const lookEveryMs = 50;

function world({ startMs = 9_000, everyMs = lookEveryMs } = {}) {
  let [ms, nowMs] = [startMs, 0];
  let isPlaying = true;
  const passed = passedSound(passage, rate, { ms, nowMs, isPlaying });
  const look = () => passed.look({ ms, nowMs, isPlaying });
  return {
    play(untilMs: number) {
      isPlaying = true;
      while (ms < untilMs) {
        nowMs += everyMs;
        ms = Math.min(untilMs, ms + everyMs * rate);
        expect(look()).toBe(false);
      }
    },
    jump(toMs: number) {
      nowMs += everyMs;
      ms = toMs;
      return look();
    },
    /** The position stays, and the player says that it plays. */
    hang(waitedMs: number) {
      nowMs += waitedMs;
      return look();
    },
    pause(waitedMs = 60_000) {
      isPlaying = false;
      nowMs += waitedMs;
      return look();
    },
    /** Within the time between two looks. */
    pauseAt(atMs: number) {
      isPlaying = false;
      return this.jump(atMs);
    },
    hasPassed: (isAtEnd = false) => passed.hasPassed({ isAtEnd }),
  };
}

test('a passage has passed when its last moment has', () => {
  const sound = world();
  sound.play(11_900);
  expect(sound.hasPassed()).toBe(false);
  sound.play(12_000);
  expect(sound.hasPassed()).toBe(true);
});

test('the sound of a hidden page counts, although the browser looks once a second', () => {
  const sound = world({ everyMs: 1_000 });
  sound.play(12_000);
  expect(sound.hasPassed()).toBe(true);
});

test('a position that a busy machine tells late, and then all at once, is no jump', () => {
  const sound = world();
  sound.play(10_500);
  for (let looks = 0; looks < 20; looks += 1) expect(sound.hang(50)).toBe(false);
  expect(sound.jump(11_300)).toBe(false);
  sound.play(12_000);
  expect(sound.hasPassed()).toBe(true);
});

test('a skip after a long pause is a jump', () => {
  const sound = world();
  sound.play(10_000);
  sound.pause();
  expect(sound.jump(15_000)).toBe(true);
  expect(sound.hasPassed()).toBe(false);
});

test('a skip of a second or two in a pause, or right after it, is a jump', () => {
  for (const looks of [1, 2, 60]) {
    const sound = world();
    sound.play(10_000);
    for (let look = 0; look < looks; look += 1) expect(sound.pause(lookEveryMs)).toBe(false);
    expect(sound.jump(12_000)).toBe(true);
    sound.play(14_000);
    expect(sound.hasPassed()).toBe(false);
  }
});

test('a pause takes back the lateness of the sound before it', () => {
  const sound = world();
  sound.play(10_000);
  for (let looks = 0; looks < 40; looks += 1) sound.hang(lookEveryMs);
  sound.pause(lookEveryMs);
  expect(sound.jump(12_000)).toBe(true);
  expect(sound.hasPassed()).toBe(false);
});

test('the sound before a pause counts, although the browser looks once a second', () => {
  const sound = world({ everyMs: 1_000, startMs: 9_600 });
  sound.play(11_200);
  sound.pauseAt(12_000);
  expect(sound.hasPassed()).toBe(true);
});

test('a jump over a part of the passage, and one behind it, leave it unheard', () => {
  for (const toMs of [11_500, 20_000]) {
    const sound = world();
    sound.play(10_500);
    expect(sound.jump(toMs)).toBe(true);
    sound.play(toMs + 3_000);
    expect(sound.hasPassed()).toBe(false);
  }
});

test('a pause and a step back within the passage lose nothing', () => {
  const sound = world();
  sound.play(11_000);
  sound.pause();
  expect(sound.jump(9_500)).toBe(true);
  sound.play(12_000);
  expect(sound.hasPassed()).toBe(true);
});

test('the end of the recording ends a passage that began before it', () => {
  const sound = world();
  sound.play(11_400);
  expect(sound.hasPassed()).toBe(false);
  expect(sound.hasPassed(true)).toBe(true);
});

test('a passage that begins at or behind the end of the recording has no sound', () => {
  const sound = world({ startMs: 8_000 });
  sound.play(10_000);
  expect(sound.hasPassed(true)).toBe(false);
});

test('a jump to the end of the recording is no hearing', () => {
  const sound = world();
  sound.jump(11_400);
  expect(sound.hasPassed(true)).toBe(false);
});
