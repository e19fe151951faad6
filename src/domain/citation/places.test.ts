import { expect, test } from 'vitest';
import { clock, clockRange, place, spokenPlace } from './places.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

test('a time has hours, minutes and seconds, and never rounds up', () => {
  expect([0, 24_999, 14 * minute + 32 * second, 12 * hour + second].map(clock)).toEqual([
    '00:00:00',
    '00:00:24',
    '00:14:32',
    '12:00:01',
  ]);
});

test('a range within one second is one time', () => {
  expect(clockRange(24_100, 24_900)).toBe('00:00:24');
  expect(clockRange(24_100, 25_000)).toBe('00:00:24–00:00:25');
  expect(clockRange(24_100, undefined)).toBe('00:00:24');
  expect(clockRange(undefined, 25_000)).toBeUndefined();
});

test('the place of NBR 10520 has units, without those that are zero', () => {
  expect([0, 24_999, 14 * minute, 14 * minute + 32 * second, 2 * hour + 3 * second].map(place)).toEqual([
    '0 s',
    '24 s',
    '14 min',
    '14 min 32 s',
    '2 h 3 s',
  ]);
});

test.each([
  [0, 'no início da gravação'],
  [second, 'a 1 segundo do início da gravação'],
  [24 * second, 'aos 24 segundos da gravação'],
  [minute + 3 * second, 'a 1 minuto e 3 segundos do início da gravação'],
  [14 * minute + second, 'aos 14 minutos e 1 segundo da gravação'],
  [2 * hour + 3 * minute + 4 * second, 'a 2 horas, 3 minutos e 4 segundos do início da gravação'],
])('a reporter writes %i ms as "%s"', (ms, expected) => {
  expect(spokenPlace(ms)).toBe(expected);
});
