import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateSegments } from './estimate-words.ts';

const wordsOf = (...[text, heard]: Parameters<typeof estimateSegments>) =>
  estimateSegments(text, heard).flatMap(({ words = [] }) => words);

test('words share the voice by their length, and a pause falls on the end of the sentence', () => {
  const voice = [
    { startMs: 1_000, endMs: 2_000 },
    { startMs: 5_000, endMs: 7_000 },
  ];
  const found = estimateSegments('Bom dia a todos. Vamos falar de planos', { voice, chunkMs: 10_000 });
  expect(found.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['Bom dia a todos.', 1_000, 2_000],
    ['Vamos falar de planos', 5_000, 7_000],
  ]);
  expect(found.every(({ estimated }) => estimated)).toBe(true);
  expect(found[1]?.words?.map(({ text, startMs }) => [text, startMs])).toEqual([
    ['Vamos', 5_000],
    ['falar', 5_545],
    ['de', 6_091],
    ['planos', 6_364],
  ]);
});

test('without voice the words take the whole stretch, and an empty text gives no segment', () => {
  expect(
    wordsOf('um dois', { voice: [], chunkMs: 9_000 }).map(({ startMs, endMs }) => [startMs, endMs]),
  ).toEqual([
    [0, 3_375],
    [3_375, 9_000],
  ]);
  expect(estimateSegments(' \n ', { voice: [], chunkMs: 9_000 })).toEqual([]);
});

test('all words stay, lie in the voice, and never go back, for any text and any voice', () => {
  const texts = fc.array(fc.constantFrom('a', 'palavra,', 'fim.', 'muitíssimo'), {
    minLength: 1,
    maxLength: 30,
  });
  const lengths = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 250, max: 9_000 })));
  fc.assert(
    fc.property(texts, lengths, (said, gaps) => {
      let atMs = 0;
      const voice = gaps.map(([pauseMs, lastsMs]) => {
        const startMs = atMs + pauseMs;
        atMs = startMs + lastsMs;
        return { startMs, endMs: atMs };
      });
      const words = wordsOf(said.join(' '), { voice, chunkMs: 60_000 });
      expect(words.map(({ text }) => text)).toEqual(said);
      let beforeMs = 0;
      for (const { startMs, endMs } of words) {
        expect(startMs).toBeGreaterThanOrEqual(beforeMs);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        if (voice.length > 0)
          expect(voice.some((span) => startMs >= span.startMs && endMs <= span.endMs)).toBe(true);
        beforeMs = endMs;
      }
    }),
  );
});
