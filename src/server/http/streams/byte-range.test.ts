import { expect, test } from 'vitest';
import { parseByteRange } from './download-headers.ts';

test('parseByteRange follows the standard and never exceeds the file', () => {
  expect(parseByteRange('bytes=0-', 100)).toEqual({ start: 0, end: 99 });
  expect(parseByteRange('bytes=10-19', 100)).toEqual({ start: 10, end: 19 });
  expect(parseByteRange('bytes=90-1000', 100)).toEqual({ start: 90, end: 99 });
  expect(parseByteRange('bytes=-20', 100)).toEqual({ start: 80, end: 99 });
  expect(parseByteRange('bytes=-2000', 100)).toEqual({ start: 0, end: 99 });
});

test('parseByteRange distinguishes an unsatisfiable range from an unsupported one', () => {
  for (const header of ['bytes=100-', 'bytes=-0']) expect(parseByteRange(header, 100)).toBe('unsatisfiable');
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  for (const header of [undefined, 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b'])
    expect(parseByteRange(header, 100)).toBeUndefined();
});
