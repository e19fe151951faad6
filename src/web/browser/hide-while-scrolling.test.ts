import { expect, test } from 'vitest';
import { isScrollingDown } from './hide-while-scrolling.ts';

const page = { viewHeight: 740, pageHeight: 6_000 };
const move = (fromTop: number, top: number, was = false) =>
  isScrollingDown({ was, fromTop, now: { ...page, top } });

test('scrolling down counts as reading on, scrolling up does not', () => {
  expect(move(400, 430)).toBe(true);
  expect(move(430, 400, true)).toBe(false);
});

test('a movement of a few pixels does not change the state', () => {
  expect(move(400, 402)).toBe(false);
  expect(move(402, 400, true)).toBe(true);
});

test('a jump does not count as reading on', () => {
  expect(move(0, 900, true)).toBe(false);
});

test('the end of the page does not count as reading on', () => {
  expect(move(5_200, 5_250, true)).toBe(false);
});

test('a page that fits the screen is never read on', () => {
  expect(
    isScrollingDown({ was: false, fromTop: 0, now: { top: 10, viewHeight: 740, pageHeight: 740 } }),
  ).toBe(false);
});
