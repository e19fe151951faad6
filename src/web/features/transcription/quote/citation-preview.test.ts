import { expect, test } from 'vitest';
import { citationStyles } from '#domain/citation/citation.ts';
import { hearing, quotedTurn } from '#tests/helpers/quoted-turns.ts';
import { citationPreview } from './citation-preview.ts';

const long = quotedTurn(`Eu saí de casa ${'muito cedo '.repeat(30)}e não vi nada.`);

test('the preview of a short citation is the citation', () => {
  expect(citationPreview('short', [quotedTurn('Não vi.')], hearing)).toBe(
    '“Não vi.” (João da Silva, 00:14:32)',
  );
});

test('the preview of a long citation shows its beginning and its source', () => {
  expect(citationPreview('short', [long], hearing)).toBe(
    '“Eu saí de casa muito cedo muito cedo … e não vi nada.” (João da Silva, 00:14:32)',
  );
  expect(new Set(citationStyles.map((style) => citationPreview(style, [long], hearing))).size).toBe(5);
});

test('the preview of many passages has the first and the last', () => {
  const turns = Array.from({ length: 300 }, (_, at) =>
    quotedTurn(`Fala ${at}.`, { voice: at % 2 === 0 ? 'Ana' : 'Rui' }),
  );
  expect(citationPreview('short', turns, hearing)).toMatch(/^“Fala 0.+“Fala 299\.” \(Rui, 00:14:32\)$/s);
});

test('Markdown has no empty line in its preview', () => {
  expect(citationPreview('markdown', [quotedTurn('Não vi.')], hearing)).toMatch(/Não vi\.\n> —/);
});
