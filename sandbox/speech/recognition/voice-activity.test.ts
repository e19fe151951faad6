import { expect, test } from 'vitest';
import { makeSound } from '#tests/speech/synthetic-sound.ts';
import { createSoundMeter } from './measure-sound.ts';
import { detectSpeech, type TimeRange } from './voice-activity.ts';

type Made = ReturnType<typeof makeSound>;

function speechIn(sound: Made) {
  const meter = createSoundMeter();
  meter.push(sound.pcm());
  return detectSpeech(meter.finish(), []);
}

/** The tolerance is two frames of 20 ms, because syllables begin softly. */
function expectAt(found: readonly TimeRange[], made: readonly [number, number][]) {
  expect(found).toHaveLength(made.length);
  for (const [index, [fromMs, toMs]] of made.entries()) {
    expect(Math.abs((found[index]?.startMs ?? 0) - fromMs)).toBeLessThanOrEqual(40);
    expect(Math.abs((found[index]?.endMs ?? 0) - toMs)).toBeLessThanOrEqual(40);
  }
}

const whole = { fromMs: 0, toMs: 12_000 };

test('detectSpeech locates voices and whispers', () => {
  const sound = makeSound({ durationMs: 12_000 });
  sound.noise(whole, { levelDb: -60 });
  sound.voice({ fromMs: 1_000, toMs: 3_000 });
  sound.voice({ fromMs: 4_500, toMs: 5_000 }, { pitchHz: 220, levelDb: -30 });
  sound.whisper({ fromMs: 7_000, toMs: 10_000 }, { levelDb: -30 });
  expectAt(speechIn(sound), [
    [1_000, 3_000],
    [4_500, 5_000],
    [7_000, 10_000],
  ]);
});

test('detectSpeech finds only the voice in a noisy room', () => {
  const sound = makeSound({ durationMs: 12_000 });
  sound.noise(whole, { levelDb: -40 });
  sound.hum(whole, { levelDb: -40 });
  sound.voice({ fromMs: 2_000, toMs: 5_000 });
  expectAt(speechIn(sound), [[2_000, 5_000]]);
});

test('detectSpeech finds no speech in silence, noise, rumble and hum, or at their edges', () => {
  expect(speechIn(makeSound({ durationMs: 12_000 }))).toEqual([]);
  for (const kind of ['noise', 'rumble', 'hum'] as const)
    for (const levelDb of [-50, -35, -20])
      for (const span of [whole, { fromMs: 3_000, toMs: 9_000 }]) {
        const sound = makeSound({ durationMs: 12_000 });
        sound[kind](span, { levelDb });
        expect(speechIn(sound), `${kind} at ${levelDb} dB from ${span.fromMs} ms`).toEqual([]);
      }
});

test('detectSpeech ignores beeps and knocks', () => {
  const sound = makeSound({ durationMs: 12_000 });
  sound.noise(whole, { levelDb: -60 });
  // A busy signal, a high beep, and typing.
  for (let fromMs = 500; fromMs < 5_000; fromMs += 500)
    sound.beep({ fromMs, toMs: fromMs + 250 }, { hz: 425 });
  sound.beep({ fromMs: 6_000, toMs: 6_400 }, { hz: 2_000 });
  for (let fromMs = 8_000; fromMs < 11_000; fromMs += 230)
    sound.noise({ fromMs, toMs: fromMs + 15 }, { levelDb: -15 });
  expect(speechIn(sound)).toEqual([]);
});

test('detectSpeech joins speech across a pause of half a second, but not across a longer one', () => {
  const sound = makeSound({ durationMs: 12_000 });
  sound.noise(whole, { levelDb: -60 });
  sound.voice({ fromMs: 1_000, toMs: 2_000 });
  sound.voice({ fromMs: 2_400, toMs: 3_400 });
  sound.voice({ fromMs: 4_100, toMs: 5_100 });
  expectAt(speechIn(sound), [
    [1_000, 3_400],
    [4_100, 5_100],
  ]);
});

test('detectSpeech cuts continuous speech into parts of at most 15 s without gaps', () => {
  const sound = makeSound({ durationMs: 62_000 });
  sound.noise({ fromMs: 0, toMs: 62_000 }, { levelDb: -60 });
  sound.voice({ fromMs: 1_000, toMs: 61_000 });
  const found = speechIn(sound);
  expectAt([{ startMs: found[0]?.startMs ?? 0, endMs: found.at(-1)?.endMs ?? 0 }], [[1_000, 61_000]]);
  for (const [index, { startMs, endMs }] of found.entries()) {
    expect(endMs - startMs).toBeLessThanOrEqual(15_000);
    if (index > 0) expect(startMs).toBe(found[index - 1]?.endMs);
  }
});

test('detectSpeech does not join speech across a key', () => {
  const sound = makeSound({ durationMs: 12_000 });
  sound.voice({ fromMs: 1_000, toMs: 2_000 });
  const [key] = sound.keys('5', { fromMs: 2_100, toneMs: 200 });
  sound.voice({ fromMs: 2_400, toMs: 3_400 });
  const meter = createSoundMeter();
  meter.push(sound.pcm());
  const tones = [{ startMs: key?.fromMs ?? 0, endMs: key?.toMs ?? 0 }];
  expectAt(detectSpeech(meter.finish(), tones), [
    [1_000, 2_000],
    [2_400, 3_400],
  ]);
});
