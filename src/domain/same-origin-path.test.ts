import { expect, test } from 'vitest';
import { isSameOriginPath } from './same-origin-path.ts';

test.each([
  '/',
  '/auth/callback?redirect=%2Fdashboard%2Fplano',
  '/redefinir-senha#a',
  '/a/../b',
  '/x?u=//evil.com',
])('%s is a path of this site', (path) => {
  expect(isSameOriginPath(path)).toBe(true);
});

test.each([
  '//evil.com',
  '/..//evil.com',
  '/.//evil.com',
  '/%2e%2e//evil.com',
  '/a/..//evil.com',
  '/\\evil.com',
  '\\evil.com',
  '/\t/evil.com',
  'https://evil.com',
  'javascript:alert(1)',
  'evil.com',
  '',
])('%j is not a path of this site', (path) => {
  expect(isSameOriginPath(path)).toBe(false);
});
