import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignText } from './edited-words.ts';
import { matchWords, splitWords } from './match-words.ts';

const said = ['Bom', 'dia,', 'turma.', 'hoje', 'é', 'a', 'prova', 'de', 'física', '—'] as const;
const someText = fc.array(fc.constantFrom(...said), { maxLength: 12 }).map((words) => words.join(' '));
const someSegments = fc.array(someText, { minLength: 1, maxLength: 6 });
const asSegments = (texts: readonly string[]) => texts.map((text) => ({ text }));

test('no edit loses, doubles or moves a word', () => {
  fc.assert(
    fc.property(someSegments, someText, (texts, edited) => {
      const laid = alignText(asSegments(texts), edited);
      expect(laid).toHaveLength(texts.length);
      expect(splitWords(laid.join(' '))).toEqual(splitWords(edited));
    }),
  );
});

test('an unchanged text leaves every segment exactly as it was', () => {
  fc.assert(
    fc.property(someSegments, (texts) => {
      expect(alignText(asSegments(texts), texts.join('\n\n'))).toEqual(texts);
    }),
  );
});

test('an edit inside one segment stays in it', () => {
  const texts = ['Bom dia, turma.', 'Hoje é a prova de física.', 'Boa sorte.'];
  expect(
    alignText(asSegments(texts), 'Bom dia, turma.\n\nHoje será a prova final de química. Boa sorte.'),
  ).toEqual(['Bom dia, turma.', 'Hoje será a prova final de química.', 'Boa sorte.']);
});

test('words added at a border, at the beginning and at the end stay with their neighbours', () => {
  const texts = ['um dois', 'três quatro'];
  expect(alignText(asSegments(texts), 'zero um dois e três quatro cinco')).toEqual([
    'zero um dois e',
    'três quatro cinco',
  ]);
});

test('an unrelated text is distributed among the segments', () => {
  expect(alignText(asSegments(['um dois', '', 'três quatro']), 'a b c d')).toEqual(['a b', '', 'c d']);
});

test('matchWords pairs equal words in order', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 });
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      let [lastBefore, lastAfter] = [-1, -1];
      for (const [beforeAt, afterAt] of matchWords(before, after)) {
        expect(before[beforeAt]).toBe(after[afterAt]);
        expect(beforeAt > lastBefore && afterAt > lastAfter).toBe(true);
        [lastBefore, lastAfter] = [beforeAt, afterAt];
      }
    }),
  );
});

test('aligning 30,000 words with many changes takes less than ten seconds', () => {
  const texts = Array.from({ length: 1_500 }, (_, at) =>
    Array.from({ length: 20 }, (_, word) => `p${(at * 31 + word * 7) % 2_000}`).join(' '),
  );
  const edited = splitWords(texts.join(' ')).map((word, at) => (at % 5 === 0 ? `novo${at % 90}` : word));
  const startedMs = performance.now();
  const laid = alignText(asSegments(texts), edited.join(' '));
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(splitWords(laid.join(' '))).toEqual(edited);
  const kept = laid.filter(
    (text, at) => matchWords(splitWords(text), splitWords(texts[at] ?? '')).length >= 10,
  );
  expect(kept.length).toBeGreaterThan(1_000);
});
