import { expect, test } from 'vitest';
import { byteRangeOf } from './download-headers.ts';

test('a range is read as the standard says, and never reaches out of the file', () => {
  expect(byteRangeOf('bytes=0-', 100)).toEqual({ start: 0, end: 99 });
  expect(byteRangeOf('bytes=10-19', 100)).toEqual({ start: 10, end: 19 });
  expect(byteRangeOf('bytes=90-1000', 100)).toEqual({ start: 90, end: 99 });
  expect(byteRangeOf('bytes=-20', 100)).toEqual({ start: 80, end: 99 });
  expect(byteRangeOf('bytes=-2000', 100)).toEqual({ start: 0, end: 99 });
});

test('what cannot be satisfied is told apart from what is not understood', () => {
  for (const header of ['bytes=100-', 'bytes=-0']) expect(byteRangeOf(header, 100)).toBe('unsatisfiable');
  expect(byteRangeOf('bytes=0-', 0)).toBe('unsatisfiable');
  for (const header of [undefined, 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b'])
    expect(byteRangeOf(header, 100)).toBeUndefined();
});
