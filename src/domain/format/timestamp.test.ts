import { expect, test } from 'vitest';
import { formatTimestamp } from './timestamp.ts';

test('formatTimestamp writes a time as players do', () => {
  expect([0, 5_900, 750_000, 3_723_000].map(formatTimestamp)).toEqual(['0:00', '0:05', '12:30', '1:02:03']);
});
