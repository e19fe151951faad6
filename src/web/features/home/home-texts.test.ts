import { expect, test } from 'vitest';
import { dailyTip, hoursLeftText, monthName, tips } from './home-texts.ts';
import { busiestDay, monthDays, scaleTop } from './usage-chart.tsx';

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

test('the chart has all days of the month and marks today and the future', () => {
  const days = monthDays([
    { day: '2028-02-01', minutes: 3 },
    { day: '2028-02-02', minutes: 0 },
    { day: '2028-02-03', minutes: 12 },
  ]);
  expect(days).toHaveLength(29);
  expect(days.filter(({ isToday }) => isToday).map(({ number }) => number)).toEqual([3]);
  expect(days.filter(({ isToCome }) => isToCome)).toHaveLength(26);
  expect(busiestDay(days)?.number).toBe(3);
  expect(monthDays([{ day: '2026-12-01', minutes: 0 }])).toHaveLength(31);
});

test('a month without use has no busiest day', () => {
  expect(busiestDay(monthDays([{ day: '2026-12-01', minutes: 0 }]))).toBeUndefined();
});

test.each([
  [0.4, 1],
  [11, 15],
  [61, 90],
  [1_500, 1_800],
])('%d minutes use a scale up to %d', (minutes, top) => expect(scaleTop(minutes)).toBe(top));

test.each([
  [0, '5 h'],
  [1.25, '3 h 45 min'],
  [4.995, 'menos de 1 min'],
  [5, '0 min'],
  [5.2, '0 min'],
])('of 5 hours, %d used leave %s', (used, left) => expect(hoursLeftText(usage(used))).toBe(left));

test('the name of a month does not depend on the time zone', () => {
  expect(monthName('2026-03-01')).toBe('março');
});
