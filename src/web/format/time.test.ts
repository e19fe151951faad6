import { expect, test } from 'vitest';
import { formatDateTime, formatDuration, formatMinutes, formatShortDateTime } from './time.ts';

test('the formatters write times in Portuguese and in the time zone of São Paulo', () => {
  expect(formatDateTime('2026-11-21T17:05:00.000Z')).toBe('21 de novembro de 2026, 14:05');
  expect(formatShortDateTime('2026-11-01T05:05:00.000Z')).toBe('01/11/2026, 02:05');
});

test('minutes are rounded, and a short recording does not show zero', () => {
  expect([0, 12, 31, 89, 91, 3_600].map(formatMinutes)).toEqual([
    '0 min',
    'menos de 1 min',
    '1 min',
    '1 min',
    '2 min',
    '60 min',
  ]);
});

test('the formatter writes a duration in hours and minutes', () => {
  expect([0, 45, 59.6, 61, 3_599, 3_600, 4_320].map(formatDuration)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '1 min',
    '1 h',
    '1 h',
    '1 h 12 min',
  ]);
});
