import { expect, test } from 'vitest';
import { madeDialogue } from '#tests/helpers/made-dialogue.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { assignVoices } from './assign-voices.ts';
import { clusterEmbeddings } from './cluster-embeddings.ts';

const threshold = 0.6;
const seeds = [1, 2, 3, 4, 5];
const options = { maySplit: true };

type Heard = { voices: number; seed: number; stated?: number };

/** The share of words with the right speaker, and the number of voices. */
function hear({ voices, seed, stated }: Heard) {
  const { segments, stretches, voices: truth } = madeDialogue({ voices, seed });
  const found = clusterEmbeddings(stretches, { voices: stated, threshold });
  const turns = stretches.map(({ startMs, endMs }, at) => ({ startMs, endMs, voice: found[at] ?? -1 }));
  const speakers = assignVoices(segments, turns, options).flatMap(({ speaker, words = [] }) =>
    words.map(() => speaker),
  );
  const right = truth.filter((voice, at) => speakers[at] === 'ABCD'[voice]).length;
  return { voices: new Set(found).size, share: right / truth.length, labels: new Set(speakers) };
}

test.each([2, 3, 4])('%i voices: at least 95 of 100 words have the right one', (voices) => {
  for (const seed of seeds) {
    const unknown = hear({ voices, seed });
    expect(unknown.voices).toBe(voices);
    expect(unknown.share).toBeGreaterThan(0.95);
    expect(hear({ voices, seed, stated: voices }).share).toBeGreaterThan(0.95);
  }
});

test('one voice has no label, and a wrong number of voices gives that number', () => {
  for (const seed of seeds) {
    expect(hear({ voices: 1, seed })).toMatchObject({ voices: 1, labels: new Set([undefined]) });
    expect(hear({ voices: 3, seed, stated: 2 })).toMatchObject({ voices: 2, labels: new Set(['A', 'B']) });
    expect(hear({ voices: 2, seed, stated: 4 }).voices).toBe(4);
  }
});

test('a split loses, doubles and moves no word, and stays in its segment', () => {
  let splits = 0;
  for (const seed of seeds) {
    const { segments } = madeDialogue({ voices: 2, seed, turns: 60 });
    const random = seededRandom(seed);
    const endMs = segments.at(-1)?.end_ms ?? 0;
    // Turns that know nothing of the text.
    const turns = Array.from({ length: 150 }, () => {
      const startMs = endMs * random();
      return { startMs, endMs: startMs + 6_000 * random(), voice: Math.floor(3 * random()) };
    }).toSorted((one, other) => one.startMs - other.startMs);
    const after = assignVoices(segments, turns, options);
    splits += after.length - segments.length;
    expect(after.map(({ text }) => text).join(' ')).toBe(segments.map(({ text }) => text).join(' '));
    expect(after.flatMap(({ words }) => words)).toEqual(segments.flatMap(({ words }) => words));
    expect(after.map(({ id }) => id)).toEqual(after.map((_, at) => at));
    for (const { text, words = [], start_ms, end_ms } of after) {
      expect(text.split(' ')).toEqual(words.map((word) => word.text));
      const whole = segments.find((segment) => segment.start_ms <= start_ms && segment.end_ms >= end_ms);
      expect(whole?.text).toContain(text);
      for (const word of words) {
        expect(word.start_ms).toBeGreaterThanOrEqual(start_ms);
        expect(word.end_ms).toBeLessThanOrEqual(end_ms);
      }
    }
  }
  expect(splits).toBeGreaterThan(50);
});
