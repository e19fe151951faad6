import { expect, test } from 'vitest';
import { parseExternalUrl, parseMomentLink, stripPartialLink } from './summary-texts.ts';

test('parseMomentLink returns milliseconds', () => {
  expect(parseMomentLink('#t=42.3')).toBe(42_300);
  expect(parseMomentLink('#t=0')).toBe(0);
  expect(parseMomentLink('#t=10692.125')).toBe(10_692_125);
});

test.each(['#t=', '#t=-3', '#t=1e9', '#t=4:20', '#top', 'https://exemplo.com/#t=4', undefined])(
  'parseMomentLink rejects %s',
  (address) => {
    expect(parseMomentLink(address)).toBeUndefined();
  },
);

test.each(['https://exemplo.com/a', 'http://exemplo.com', 'mailto:ana@exemplo.com'])(
  'parseExternalUrl accepts %s',
  (address) => {
    expect(parseExternalUrl(address)?.href).toContain('exemplo.com');
  },
);

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/api/auth/sign-out',
  '//mal.com',
  '#x',
])('parseExternalUrl rejects %s', (address) => {
  expect(parseExternalUrl(address)).toBeUndefined();
});

test.each([
  ['Ficou decidido [0:4', 'Ficou decidido '],
  ['Ficou decidido [0:42]', 'Ficou decidido '],
  ['Ficou decidido [0:42](#t=4', 'Ficou decidido '],
  ['Ficou decidido [0:42](#t=42.3)', 'Ficou decidido [0:42](#t=42.3)'],
  ['Uma lista:\n- [x] feito', 'Uma lista:\n- [x] feito'],
  ['Nada disso', 'Nada disso'],
])('stripPartialLink turns %j into %j', (written, shown) => {
  expect(stripPartialLink(written)).toBe(shown);
});
