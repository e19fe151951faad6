import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['Reunião às TRÊS', 'reuniao as tres'],
  ['reunião'.normalize('NFD'), 'reuniao'],
  ['ação, ÇÃO; pão-de-ló', 'acao, cao; pao-de-lo'],
  ['İstanbul', 'istanbul'],
  ['e\u0301\u0323', 'e'],
  ['한국어 ñandú 😀', `${'한국어'.normalize('NFD')} nandu 😀`],
  ['', ''],
])('the search folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('folding handles letters of any script, and gives the same result from its cache', () => {
  const plainly = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}+/gu, '');
  for (let from = 0xa0; from < 0x3000; from += 7) {
    const text = `a${String.fromCodePoint(from, from + 1)} ${String.fromCodePoint(from + 3)}z`;
    expect([foldText(text), foldText(text)]).toEqual([plainly(text), plainly(text)]);
  }
});
