import { expect, test } from 'vitest';
import { readResetLink, withoutResetLink } from './reset-link.ts';

test('the mailed link contains its token', () => {
  expect(readResetLink('?token=abc')).toEqual({ status: 'usable', token: 'abc' });
});

test.each([[''], ['?token='], ['?outro=1']])('"%s" is not a mailed link', (search) => {
  expect(readResetLink(search)).toEqual({ status: 'missing' });
});

test('an expired or used link is over, even with a token', () => {
  expect(readResetLink('?error=INVALID_TOKEN')).toEqual({ status: 'over' });
  expect(readResetLink('?token=abc&error=INVALID_TOKEN')).toEqual({ status: 'over' });
});

test.each([
  ['', ''],
  ['?token=abc', ''],
  ['?token=abc&token=def&error=INVALID_TOKEN', ''],
  [
    '?redirect=%2Fdashboard%2Fsupport%3Fde%3Dajuda%23duvidas&token=abc',
    '?redirect=%2Fdashboard%2Fsupport%3Fde%3Dajuda%23duvidas',
  ],
])('from "%s" the address keeps "%s"', (search, kept) => {
  expect(withoutResetLink(search)).toBe(kept);
});
