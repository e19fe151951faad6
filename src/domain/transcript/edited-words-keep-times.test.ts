import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retimeWords } from './edited-words.ts';
import { splitWords } from './match-words.ts';
import type { Word } from './segment.ts';

const said = ['Bom', 'dia,', 'turma.', 'hoje', 'é', 'a', 'prova', 'de', 'física', '—'] as const;
const someWords = fc.array(fc.constantFrom(...said), { maxLength: 14 });

/** Word times as an engine returns them: in order, with pauses, inside the segment. */
const someSegment = fc
  .tuple(
    fc.nat(100_000),
    fc.array(fc.tuple(fc.constantFrom(...said), fc.nat(400), fc.nat(300)), { maxLength: 14 }),
    fc.nat(500),
  )
  .map(([start_ms, pieces, tailMs]) => {
    let atMs = start_ms;
    const words = pieces.map(([text, lengthMs, pauseMs]): Word => {
      const from = atMs + pauseMs;
      atMs = from + lengthMs;
      return { start_ms: from, end_ms: atMs, text, confidence: 0.9 };
    });
    return { start_ms, end_ms: atMs + tailMs, words };
  });

test('after any edit every word has a time, in order and inside the segment', () => {
  fc.assert(
    fc.property(someSegment, someWords, (segment, words) => {
      const timed = retimeWords(segment, words.join('  ')) ?? [];
      expect(timed.map(({ text }) => text)).toEqual(words);
      let lastMs = segment.start_ms;
      for (const { start_ms, end_ms } of timed) {
        expect(start_ms).toBeGreaterThanOrEqual(lastMs);
        expect(end_ms).toBeGreaterThanOrEqual(start_ms);
        expect(Number.isInteger(start_ms) && Number.isInteger(end_ms)).toBe(true);
        lastMs = end_ms;
      }
      expect(lastMs).toBeLessThanOrEqual(segment.end_ms);
    }),
  );
});

test('an unchanged text keeps every word as it was', () => {
  fc.assert(
    fc.property(someSegment, (segment) => {
      const text = segment.words.map((word) => word.text).join(' ');
      expect(retimeWords(segment, text)).toEqual(segment.words);
    }),
  );
});

test('word times outside their segment are clamped into it', () => {
  const broken = fc.record({
    start_ms: fc.nat(5_000),
    end_ms: fc.integer({ min: 5_000, max: 9_000 }),
    words: fc.array(
      fc.record({ text: fc.constantFrom(...said), start_ms: fc.nat(20_000), end_ms: fc.nat(20_000) }),
      { maxLength: 8 },
    ),
  });
  fc.assert(
    fc.property(broken, someWords, (segment, words) => {
      let lastMs = segment.start_ms;
      for (const { start_ms, end_ms } of retimeWords(segment, words.join(' ')) ?? []) {
        expect(start_ms).toBeGreaterThanOrEqual(lastMs);
        expect(end_ms).toBeGreaterThanOrEqual(start_ms);
        lastMs = end_ms;
      }
      expect(lastMs).toBeLessThanOrEqual(segment.end_ms);
    }),
    {
      examples: [
        [{ start_ms: 0, end_ms: 5_000, words: [{ text: 'dia,', start_ms: 1, end_ms: 0 }] }, ['dia,']],
      ],
    },
  );
});

const greeting = {
  start_ms: 1_000,
  end_ms: 4_000,
  words: [
    { start_ms: 1_000, end_ms: 1_400, text: 'bom', confidence: 0.5 },
    { start_ms: 1_500, end_ms: 2_000, text: 'dia' },
    { start_ms: 3_000, end_ms: 3_500, text: 'turma' },
  ],
};

test('a word with a new capital or comma keeps its time and loses the engine’s confidence', () => {
  expect(retimeWords(greeting, 'Bom dia, turma')).toEqual([
    { start_ms: 1_000, end_ms: 1_400, text: 'Bom' },
    { start_ms: 1_500, end_ms: 2_000, text: 'dia,' },
    { start_ms: 3_000, end_ms: 3_500, text: 'turma' },
  ]);
});

test('words that replace a word share its time by their length', () => {
  expect(retimeWords(greeting, 'bom dia, meu aluno')?.slice(2)).toEqual([
    { start_ms: 3_000, end_ms: 3_188, text: 'meu' },
    { start_ms: 3_188, end_ms: 3_500, text: 'aluno' },
  ]);
});

test('words inserted between two words take the pause between them', () => {
  expect(retimeWords(greeting, 'bom dia para a turma')?.slice(2, 4)).toEqual([
    { start_ms: 2_000, end_ms: 2_800, text: 'para' },
    { start_ms: 2_800, end_ms: 3_000, text: 'a' },
  ]);
});

test('a segment without word times stays without them', () => {
  expect(retimeWords({ start_ms: 0, end_ms: 10 }, 'bom dia')).toBeUndefined();
});

test('timing a segment of 4,000 words takes less than five seconds', () => {
  const words = Array.from({ length: 4_000 }, (_, at) => ({
    start_ms: at * 10,
    end_ms: at * 10 + 9,
    text: `a${at % 7}`,
  }));
  const text = words.map(({ text }, at) => (at % 3 === 0 ? `novo${at}` : text)).join(' ');
  const startedMs = performance.now();
  expect(retimeWords({ start_ms: 0, end_ms: 40_000, words }, text)).toHaveLength(splitWords(text).length);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
