import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

test('a file size is short and in Portuguese', () => {
  expect([0, 999, 1_000, 1_540_000, 18_000_000, 999_600_000, 2_147_483_648].map(formatFileSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '1,5 MB',
    '18 MB',
    '1 GB',
    '2,1 GB',
  ]);
});
