import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test.each(['/dashboard/plano', '/dashboard/transcricoes/1?aba=resumo#fim', '/'])('%s is ours', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  [null],
  [''],
  ['dashboard'],
  ['https://mau.example/'],
  ['//mau.example'],
  ['/\\mau.example'],
  ['/\t/mau.example'],
  ['\\\\mau.example'],
  ['javascript:alert(1)'],
  ['/..//mau.example'],
])('%j leads nowhere but to the dashboard', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/dashboard');
});
