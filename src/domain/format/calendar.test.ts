import { expect, test } from 'vitest';
import { calendarMonth, nextMonth } from './calendar.ts';

test.each([
  ['2026-11-01T02:59:59Z', '2026-10-01'],
  ['2026-11-01T03:00:00Z', '2026-11-01'],
  ['2027-01-01T02:59:59Z', '2026-12-01'],
  ['2026-02-28T12:00:00Z', '2026-02-01'],
])('%s counts for %s, by the clock of São Paulo', (moment, month) => {
  expect(calendarMonth(new Date(moment))).toBe(month);
});

test.each([
  ['2026-11-01', '2026-12-01'],
  ['2026-12-01', '2027-01-01'],
  ['2026-09-01', '2026-10-01'],
])('after %s comes %s', (month, next) => {
  expect(nextMonth(month)).toBe(next);
});
