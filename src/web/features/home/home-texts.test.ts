import { expect, test } from 'vitest';
import { dailyTip, greetingText, hoursLeftText, tips } from './home-texts.ts';

test.each([
  ['00:00', 'Boa noite'],
  ['04:59', 'Boa noite'],
  ['05:00', 'Bom dia'],
  ['11:59', 'Bom dia'],
  ['12:00', 'Boa tarde'],
  ['17:59', 'Boa tarde'],
  ['18:00', 'Boa noite'],
])('at %s on the device the greeting is "%s"', (time, greeting) => {
  const now = new Date(`2026-11-27T${time}:00`);
  expect(greetingText(now, 'Ana')).toBe(`${greeting}, Ana`);
  expect(greetingText(now, '')).toBe(greeting);
});

const usage = (usedHours: number, hoursLimit = 5) => ({
  plan: 'free',
  usedHours,
  hoursLimit,
  maxFileMinutes: 10,
  features: [],
});

test('the tip stays the same for a Brazilian day and changes the next', () => {
  const morning = dailyTip(new Date('2026-11-21T03:00:00Z'));
  expect(dailyTip(new Date('2026-11-22T02:59:59Z'))).toBe(morning);
  expect(dailyTip(new Date('2026-11-22T03:00:00Z'))).not.toBe(morning);
});

test('a year shows every tip, and no two are equal', () => {
  const shown = new Set(
    Array.from({ length: 365 }, (_, day) => dailyTip(new Date(Date.UTC(2026, 0, 1 + day, 12)))),
  );
  expect(shown.size).toBe(tips.length);
  expect(new Set(tips).size).toBe(tips.length);
});

test.each([
  [0, '5 h'],
  [1.25, '3 h 45 min'],
  [4.995, 'menos de 1 min'],
  [5, '0 min'],
  [5.2, '0 min'],
])('of 5 hours, %d used leave %s', (used, left) => expect(hoursLeftText(usage(used))).toBe(left));
