import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIn, findText, replaceMatches } from './find-text.ts';

const found = (text: string, query: string, exact = false) =>
  findIn({ id: 0, text }, { query, exact }).map(({ start, end }) => text.slice(start, end));

test('neither accents nor capitals count, unless they are asked for', () => {
  const text = 'Ação, acao e AÇÃO.';
  expect(found(text, 'acao')).toEqual(['Ação', 'acao', 'AÇÃO']);
  expect(found(text, 'AÇÃO')).toEqual(['Ação', 'acao', 'AÇÃO']);
  expect(found(text, 'ação', true)).toEqual([]);
  expect(found(text, 'Ação', true)).toEqual(['Ação']);
});

test('an accent written as a letter of its own belongs to its word', () => {
  const text = 'A ac\u0327a\u0303o e a reac\u0327a\u0303o.';
  expect(found(text, 'ação')).toEqual(['ac\u0327a\u0303o', 'ac\u0327a\u0303o']);
  expect(found('cafe\u0301 preto', 'café')).toEqual(['cafe\u0301']);
});

test('letters that grow or are made of two, and an empty query', () => {
  expect(found('o 🎙️ e o ﬁm', 'e o')).toEqual(['e o']);
  expect(found('İstambul e Istambul', 'istambul')).toEqual(['İstambul', 'Istambul']);
  expect(found('bom dia', '')).toEqual([]);
});

test('matches do not overlap, and each is what was looked for', () => {
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

test('all of them are replaced at once, also by what holds them', () => {
  const text = 'sim, Sim e sim';
  const matches = findText([{ id: 0, text }], { query: 'sim', exact: false });
  expect(replaceMatches(text, matches, 'sim sim')).toBe('sim sim, sim sim e sim sim');
});

test('three hours are searched without a stop that anybody notices', () => {
  const segments = Array.from({ length: 1_500 }, (_, id) => ({
    id,
    text: `trecho ${id} em que alguém fala de energia, de ação e de reação, e a turma anota`,
  }));
  findText(segments, { query: 'zzz', exact: false });
  const startedMs = performance.now();
  expect(findText(segments, { query: 'acao', exact: false })).toHaveLength(3_000);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});
