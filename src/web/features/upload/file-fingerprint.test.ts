import { expect, test } from 'vitest';
import { markOf } from './resumable-uploads.ts';

const bytes = (length: number, last = 0) => {
  const all = new Uint8Array(length);
  all[length - 1] = last;
  return new Blob([all]);
};

test('files with the same bytes have the same mark under any name', async () => {
  const one = await markOf(new File([bytes(900_000)], 'a.mp3'));
  expect(await markOf(new File([bytes(900_000)], 'b.mp3'))).toBe(one);
  expect(await markOf(bytes(900_001))).not.toBe(one);
  expect(await markOf(bytes(900_000, 1))).not.toBe(one);
});
