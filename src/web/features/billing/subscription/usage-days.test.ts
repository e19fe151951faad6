import { expect, test } from 'vitest';
import { busiestDay, monthDays, monthName, scaleTop } from './usage-days.tsx';

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

test('the name of a month does not depend on the time zone', () => {
  expect(monthName('2026-03-01')).toBe('março');
});
