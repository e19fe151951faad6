import { expect, test } from 'vitest';
import { dateText, momentText, shortMomentText } from './date.ts';

test('moments are written as people in São Paulo read them', () => {
  expect(dateText('2026-11-22T02:59:00.000Z')).toBe('21 de novembro de 2026');
  expect(dateText('2026-12-01T12:00:00.000Z')).toBe('1º de dezembro de 2026');
  expect(momentText('2026-11-21T17:05:00.000Z')).toBe('21 de novembro de 2026, 14:05');
  expect(shortMomentText('2026-11-01T05:05:00.000Z')).toBe('01/11/2026, 02:05');
});
