import { expect, test } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { type MadeKey, makeSound } from '#tests/speech/synthetic-sound.ts';
import { detectKeys } from './dtmf.ts';
import { createSoundMeter } from './measure-sound.ts';

type Made = ReturnType<typeof makeSound>;

function keysIn(sound: Made) {
  const meter = createSoundMeter();
  meter.push(sound.pcm());
  return detectKeys(meter.finish().hops);
}

const all = '1234567890*#ABCD';
const text = (keys: readonly { key: string }[]) => keys.map(({ key }) => key).join('');

function expectRight(sound: Made, made: readonly MadeKey[], toleranceMs = 20) {
  const found = keysIn(sound);
  expect(text(found)).toBe(text(made));
  for (const [index, { fromMs, toMs }] of made.entries()) {
    expect(Math.abs((found[index]?.startMs ?? 0) - fromMs)).toBeLessThanOrEqual(toleranceMs);
    expect(Math.abs((found[index]?.endMs ?? 0) - toMs)).toBeLessThanOrEqual(toleranceMs);
  }
}

test('detectKeys finds all sixteen keys, loud and soft, with their times', () => {
  for (const levelDb of [-5, -15, -25]) {
    const sound = makeSound({ durationMs: 4_000 });
    expectRight(sound, sound.keys(all, { fromMs: 313, levelDb }), 5);
  }
});

test('detectKeys separates tones of 40 ms with pauses of 40 ms, even of the same key', () => {
  const sound = makeSound({ durationMs: 4_000 });
  const made = [
    ...sound.keys(all, { fromMs: 107, toneMs: 40, gapMs: 40 }),
    ...sound.keys('5555', { fromMs: 2_001, toneMs: 40, gapMs: 40 }),
  ];
  expectRight(sound, made, 5);
});

test('detectKeys ignores tones that are too short', () => {
  const sound = makeSound({ durationMs: 2_000 });
  sound.keys(all, { fromMs: 100, toneMs: 25, gapMs: 50 });
  expect(keysIn(sound)).toEqual([]);
});

test('detectKeys finds all keys at their times in noise 10 dB below the tones', () => {
  for (const seed of [0, 1, 2]) {
    const sound = makeSound({ durationMs: 5_000, seed });
    sound.noise({ fromMs: 0, toMs: 5_000 }, { levelDb: -25 });
    expectRight(sound, sound.keys(all, { fromMs: 250, toneMs: 80, levelDb: -15 }), 10);
  }
});

test('detectKeys finds keys with one tone louder by 6 dB, but not by 20 dB', () => {
  for (const twistDb of [-6, 6]) {
    const sound = makeSound({ durationMs: 4_000 });
    expectRight(sound, sound.keys(all, { fromMs: 100, twistDb }), 5);
  }
  for (const twistDb of [-20, 20]) {
    const sound = makeSound({ durationMs: 4_000 });
    sound.keys(all, { fromMs: 100, twistDb });
    expect(keysIn(sound)).toEqual([]);
  }
});

test('detectKeys ignores tones that are 4 % off pitch and tones with harmonics', () => {
  for (const off of [0.96, 1.04]) {
    const sound = makeSound({ durationMs: 2_000 });
    sound.beep({ fromMs: 100, toMs: 400 }, { hz: 770 * off });
    sound.beep({ fromMs: 100, toMs: 400 }, { hz: 1_336 });
    expect(keysIn(sound)).toEqual([]);
  }
  const sound = makeSound({ durationMs: 2_000 });
  for (const hz of [770, 1_336]) {
    sound.beep({ fromMs: 100, toMs: 400 }, { hz });
    sound.beep({ fromMs: 100, toMs: 400 }, { hz: 2 * hz, levelDb: -22 });
  }
  expect(keysIn(sound)).toEqual([]);
});

test('detectKeys finds keys at the very beginning and end of a recording', () => {
  const sound = makeSound({ durationMs: 1_000 });
  expectRight(sound, [...sound.keys('7', { fromMs: 0 }), ...sound.keys('8', { fromMs: 900 })]);
});

longTest(
  'detectKeys finds no key in ten minutes of voices of every pitch, whispers and noise',
  { timeout: 240_000 },
  () => {
    const random = seededRandom(7);
    for (let minute = 0; minute < 10; minute += 1) {
      const sound = makeSound({ durationMs: 60_000, seed: minute });
      sound.noise({ fromMs: 0, toMs: 60_000 }, { levelDb: -55 });
      for (let fromMs = 0; fromMs < 59_000; fromMs += 1_000) {
        const span = { fromMs, toMs: fromMs + 900 };
        if (random() < 0.1) sound.whisper(span);
        else
          sound.voice(span, {
            pitchHz: 80 + 320 * random(),
            formantsHz: [300 + 600 * random(), 1_000 + 700 * random(), 2_500],
            levelDb: -10 - 20 * random(),
          });
      }
      expect(keysIn(sound)).toEqual([]);
    }
  },
);
