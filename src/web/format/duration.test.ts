import { expect, test } from 'vitest';
import { clockText, durationText, minutesText } from './duration.ts';

test('minutes are rounded, and a short recording is not shown as none', () => {
  expect([0, 12, 31, 89, 91, 3_600].map(minutesText)).toEqual([
    '0 min',
    'menos de 1 min',
    '1 min',
    '1 min',
    '2 min',
    '60 min',
  ]);
});

test('a duration is read in hours and minutes', () => {
  expect([0, 45, 59.6, 61, 3_599, 3_600, 4_320].map(durationText)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '1 min',
    '1 h',
    '1 h',
    '1 h 12 min',
  ]);
});

test('a place is shown as a player shows it', () => {
  expect([0, 5_900, 750_000, 3_723_000].map(clockText)).toEqual(['0:00', '0:05', '12:30', '1:02:03']);
});
