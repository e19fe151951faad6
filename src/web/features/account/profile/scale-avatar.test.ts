import { expect, test } from 'vitest';
import { centerSquare } from './scale-avatar.ts';

test.each([
  [
    { width: 400, height: 300 },
    { x: 50, y: 0, side: 300 },
  ],
  [
    { width: 301, height: 400 },
    { x: 0, y: 49, side: 301 },
  ],
  [
    { width: 1, height: 1 },
    { x: 0, y: 0, side: 1 },
  ],
])('the crop of %j is the centre square', (picture, square) => {
  expect(centerSquare(picture)).toEqual(square);
});
