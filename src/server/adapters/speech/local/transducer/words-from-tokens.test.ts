import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Tokens, wordsFromTokens } from './words-from-tokens.ts';

type Piece = [token: string, seconds: number, lastsSeconds?: number, probability?: number];

const heard = (...pieces: Piece[]): Tokens => ({
  tokens: pieces.map(([token]) => token),
  timestamps: pieces.map(([, at]) => at),
  durations: pieces.map(([, , lasts = 0.08]) => lasts),
  ys_log_probs: pieces.map(([, , , probability = 0.9]) => Math.log(probability)),
});

const textsOf = (...pieces: Piece[]) => wordsFromTokens(heard(...pieces)).map(({ text }) => text);

test('pieces become words with the punctuation after them, and the least certain piece decides', () => {
  const words = wordsFromTokens(
    heard([' Bo', 0.96, 0.08, 0.8], ['m', 1.04, 0.16, 0.6], [' dia', 1.28, 0.24], [',', 1.52, 0]),
  );
  expect(words).toEqual([
    { text: 'Bom', startMs: 960, endMs: 1_200, confidence: expect.closeTo(0.6) },
    { text: 'dia,', startMs: 1_280, endMs: 1_520, confidence: expect.closeTo(0.9) },
  ]);
});

test('doubtful punctuation does not make the word before it doubtful', () => {
  const words = wordsFromTokens(
    heard(
      [' Ol', 0, 0.08, 0.99],
      ['á', 0.1, 0.08, 0.97],
      [',', 0.2, 0, 0.3],
      [' sim', 0.3, 0.1, 0.4],
      [' .', 0.4],
    ),
  );
  expect(words.map(({ text, confidence }) => [text, confidence])).toEqual([
    ['Olá,', expect.closeTo(0.97)],
    ['sim.', expect.closeTo(0.4)],
  ]);
});

test('a doubtful comma within a number makes the number doubtful', () => {
  const words = wordsFromTokens(
    heard([' 5', 0, 0.1, 0.99], [',', 0.1, 0, 0.3], ['00', 0.2, 0.1, 0.95], ['.', 0.3, 0, 0.2]),
  );
  expect(words).toMatchObject([{ text: '5,00.', confidence: expect.closeTo(0.3) }]);
});

test('punctuation without a word before it keeps its own confidence', () => {
  const [word] = wordsFromTokens(heard(['...', 0, 0.1, 0.3]));
  expect(word).toMatchObject({ text: '...', confidence: expect.closeTo(0.3) });
});

test('a space of its own begins a word, and punctuation after a space ends the word before', () => {
  expect(textsOf([' ', 0], ['T', 0.1], ['á', 0.2], [' .', 0.3], [' 12', 0.4], [' %', 0.5])).toEqual([
    'Tá.',
    '12%',
  ]);
});

test('a first piece without a space begins a word, and special tokens are no text', () => {
  expect(textsOf(['<|pt|>', 0], ['é', 0.1], ['<unk>', 0.2], [' isso', 0.3], [' <|reserved9|>', 0.4])).toEqual(
    ['é', 'isso'],
  );
});

test('a word ends before the next one starts, and words of one step share it', () => {
  const words = wordsFromTokens(heard([' e', 1, 0], [' o', 1, 0], [' que', 1.08, 0.32], [' foi', 1.24, 0]));
  expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1_000, 1_040],
    [1_040, 1_080],
    [1_080, 1_240],
    [1_240, 1_320],
  ]);
});

test('a boosted probability counts as 1, and a missing one as 0', () => {
  const boosted = wordsFromTokens({ ...heard([' Luiz', 0], [' foi', 0.1]), ys_log_probs: [1.49] });
  expect(boosted.map(({ confidence }) => confidence)).toEqual([1, 0]);
});

test('times never go back, words hold text, and confidence is a share, for any tokens', () => {
  const tokens = fc
    .array(
      fc.record({
        token: fc.oneof(fc.constantFrom(' ', ' a', 'b', ',', ' .', '<unk>'), fc.string({ maxLength: 3 })),
        steps: fc.nat(3),
        lasts: fc.nat(4),
        logarithm: fc.double({ min: -50, max: 3 }),
      }),
    )
    .map((pieces) => {
      let at = 0;
      return {
        tokens: pieces.map(({ token }) => token),
        timestamps: pieces.map(({ steps }) => {
          at += steps * 0.08;
          return at;
        }),
        durations: pieces.map(({ lasts }) => lasts * 0.08),
        ys_log_probs: pieces.map(({ logarithm }) => logarithm),
      };
    });
  fc.assert(
    fc.property(tokens, (given) => {
      let beforeMs = 0;
      for (const { text, startMs, endMs, confidence = -1 } of wordsFromTokens(given)) {
        expect(text.trim()).toBe(text);
        expect(text).not.toBe('');
        expect(startMs).toBeGreaterThanOrEqual(beforeMs);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        beforeMs = endMs;
      }
    }),
  );
});
