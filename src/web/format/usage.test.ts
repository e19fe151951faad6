import { expect, test } from 'vitest';
import { renewalText, usageText, usedPercentText, usedShare } from './usage.ts';

const usage = (usedHours: number, hoursLimit = 5) => ({ usedHours, hoursLimit });

test.each([
  [0, '0 min de 5 h'],
  [1.25, '1 h 15 min de 5 h'],
  [5.2, '5 h 12 min de 5 h'],
])('usageText writes %d used hours as %s', (used, text) => expect(usageText(usage(used))).toBe(text));

test('the usage bar is never longer than full, and is full without a limit', () => {
  expect([usage(1), usage(7), usage(0, 0)].map(usedShare)).toEqual([0.2, 1, 1]);
});

test.each([
  [0, '0% usado'],
  [1.25, '25% usado'],
  [4.98, '99% usado'],
  [4.999, '99% usado'],
  [5, '100% usado'],
  [5.2, '100% usado'],
])('of 5 hours, %d used are "%s"', (used, text) => expect(usedPercentText(usage(used))).toBe(text));

test('the renewal date does not depend on the time zone', () => {
  expect(renewalText('2026-12-01')).toBe('1º de dezembro de 2026');
});
