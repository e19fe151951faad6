import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIn, findText, replaceMatches } from './find-text.ts';

const found = (text: string, query: string, exact = false) =>
  findIn({ id: 0, text }, { query, exact }).map(({ start, end }) => text.slice(start, end));

test('the search ignores accents and case unless it is exact', () => {
  const text = 'Ação, acao e AÇÃO.';
  expect(found(text, 'acao')).toEqual(['Ação', 'acao', 'AÇÃO']);
  expect(found(text, 'AÇÃO')).toEqual(['Ação', 'acao', 'AÇÃO']);
  expect(found(text, 'ação', true)).toEqual([]);
  expect(found(text, 'Ação', true)).toEqual(['Ação']);
});

test('a match includes the combining accents of its letters', () => {
  const text = 'A ac\u0327a\u0303o e a reac\u0327a\u0303o.';
  expect(found(text, 'ação')).toEqual(['ac\u0327a\u0303o', 'ac\u0327a\u0303o']);
  expect(found('cafe\u0301 preto', 'café')).toEqual(['cafe\u0301']);
});

test('the search handles letters whose folding changes their length, and an empty query', () => {
  expect(found('o 🎙️ e o ﬁm', 'e o')).toEqual(['e o']);
  expect(found('İstambul e Istambul', 'istambul')).toEqual(['İstambul', 'Istambul']);
  expect(found('bom dia', '')).toEqual([]);
});

test('matches never overlap, and each one equals the query', () => {
  const letters = fc.array(fc.constantFrom('a', 'á', 'B', 'b', ' ', 'ç', 'c\u0327', '🎙'), { maxLength: 30 });
  fc.assert(
    fc.property(letters, fc.constantFrom('a', 'ab', 'ca', 'b '), (pieces, query) => {
      const text = pieces.join('');
      let last = 0;
      for (const { start, end } of findIn({ id: 0, text }, { query, exact: false })) {
        expect(start).toBeGreaterThanOrEqual(last);
        const plain = text.slice(start, end).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
        expect(plain).toBe(query);
        last = end;
      }
    }),
  );
});

test('replacing all matches replaces each one once, even if the replacement contains the query', () => {
  const text = 'sim, Sim e sim';
  const matches = findText([{ id: 0, text }], { query: 'sim', exact: false });
  expect(replaceMatches(text, matches, 'sim sim')).toBe('sim sim, sim sim e sim sim');
});

test('the search of a three-hour transcript takes less than two seconds', () => {
  const segments = Array.from({ length: 1_500 }, (_, id) => ({
    id,
    text: `trecho ${id} em que alguém fala de energia, de ação e de reação, e a turma anota`,
  }));
  findText(segments, { query: 'zzz', exact: false });
  const startedMs = performance.now();
  expect(findText(segments, { query: 'acao', exact: false })).toHaveLength(3_000);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});
