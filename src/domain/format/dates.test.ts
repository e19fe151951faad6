import { expect, test } from 'vitest';
import { formatDate, formatMoment, formatShortDate } from './dates.ts';

test('the formatters write dates in Portuguese and in the time zone of São Paulo', () => {
  expect(formatDate('2026-11-22T02:59:00.000Z')).toBe('21 de novembro de 2026');
  expect(formatDate(new Date('2026-12-01T12:00:00.000Z'))).toBe('1º de dezembro de 2026');
  expect(formatMoment(new Date('2026-11-21T17:05:00.000Z'))).toBe('21 de novembro de 2026 às 14:05');
});

test('a short date has its year only if the year is another one', () => {
  const now = new Date('2026-11-26T12:00:00.000Z');
  expect(formatShortDate('2026-11-24T12:00:00.000Z', now)).toBe('24 nov');
  expect(formatShortDate('2025-05-01T12:00:00.000Z', now)).toBe('1 mai 2025');
});
