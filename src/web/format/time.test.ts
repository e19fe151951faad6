import { expect, test } from 'vitest';
import {
  formatDateTime,
  formatDuration,
  formatMinutes,
  formatRecent,
  formatShortDateTime,
  unbrokenDurations,
} from './time.ts';

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

test('a recent moment is named by its day in São Paulo', () => {
  const now = new Date('2026-11-21T02:30:00.000Z');
  expect(formatRecent('2026-11-21T02:05:00.000Z', now)).toBe('hoje, 23:05');
  expect(formatRecent('2026-11-20T03:00:00.000Z', now)).toBe('hoje, 00:00');
  expect(formatRecent('2026-11-20T02:59:00.000Z', now)).toBe('ontem, 23:59');
  expect(formatRecent('2026-11-18T17:05:00.000Z', now)).toBe('18 nov');
  expect(formatRecent('2025-11-18T17:05:00.000Z', now)).toBe('18 nov 2025');
});

test('a duration in a text does not break, and the other words do', () => {
  expect(unbrokenDurations('Você usou 2 h 30 min de 5 h')).toBe(
    'Você usou 2\u00a0h\u00a030\u00a0min de 5\u00a0h',
  );
  expect(unbrokenDurations('menos de 1 min')).toBe('menos de 1\u00a0min');
  expect(unbrokenDurations('Até 10 min por arquivo, 3 hinos')).toBe('Até 10\u00a0min por arquivo, 3 hinos');
});
