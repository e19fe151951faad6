import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeRedirect, withMailedRedirect, withRedirect } from './safe-redirect.ts';

test.each(['/dashboard/plano', '/dashboard/transcricoes/1?aba=resumo#fim', '/', '/login?redirect=%2F'])(
  'the redirect accepts %s',
  (path) => {
    expect(safeRedirect(path)).toBe(path);
  },
);

test.each([
  [null],
  [undefined],
  [''],
  ['dashboard'],
  ['https://mau.example/'],
  ['//mau.example'],
  ['/\\mau.example'],
  ['/\t/mau.example'],
  ['/\u0000/mau.example'],
  [' //mau.example'],
  ['\\\\mau.example'],
  ['javascript:alert(1)'],
  ['/..//mau.example'],
  ['/.//mau.example'],
  ['/\ud800/..//mau.example'],
])('the redirect replaces %j with the fallback', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/dashboard');
  expect(safeRedirect(wanted, '/login')).toBe('/login');
});

const ours = 'https://escriba.example';
/** Builds attack strings from parts that URL parsers interpret differently. */
const crafted = fc
  .array(
    fc.constantFrom(
      ...'/\\.:?#@%&\t\n\r \u0000',
      '//',
      '..',
      'mau.example',
      'javascript:',
      'http:',
      '%2f',
      '%5c',
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

test('no redirect leaves our origin', () => {
  const wanted = fc.oneof(
    crafted,
    crafted.map((rest) => `/${rest}`),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(wanted, (each) => {
      const target = safeRedirect(each);
      expect(target.startsWith('/')).toBe(true);
      expect(new URL(target, ours).origin).toBe(ours);
      // The next page reads it again, and must get the same result.
      expect(safeRedirect(target)).toBe(target);
    }),
    { numRuns: 5_000 },
  );
});

test('the redirect accepts every plain path of the product unchanged', () => {
  const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), fc.option(segment), (segments, query) => {
      const path = `/${segments.join('/')}${query === null ? '' : `?q=${query}`}`;
      expect(safeRedirect(path)).toBe(path);
    }),
  );
});

test('a return address survives the round trip through the sign-in address', () => {
  const wanted = '/dashboard/transcricoes?q=a&b=c#fim';
  const address = new URL(withRedirect('/login', wanted), ours);
  expect(safeRedirect(address.searchParams.get('redirect'))).toBe(wanted);
  expect(withRedirect('/login', '/dashboard')).toBe('/login');
  expect(withMailedRedirect('/redefinir-senha', wanted)).toBe(withRedirect('/redefinir-senha', wanted));
  const long = `/dashboard/transcricoes?q=${'%20'.repeat(500)}`;
  expect(withMailedRedirect('/redefinir-senha', long)).toBe('/redefinir-senha');
});
