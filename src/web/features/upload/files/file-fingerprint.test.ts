import { expect, test } from 'vitest';
import { fingerprintOf } from './file-fingerprint.ts';

const bytes = (length: number, last = 0) => {
  const all = new Uint8Array(length);
  all[length - 1] = last;
  return new Blob([all]);
};

test('files with the same bytes have the same fingerprint under any name', async () => {
  const one = await fingerprintOf(new File([bytes(900_000)], 'a.mp3'));
  expect(await fingerprintOf(new File([bytes(900_000)], 'b.mp3'))).toBe(one);
  expect(await fingerprintOf(bytes(900_001))).not.toBe(one);
  expect(await fingerprintOf(bytes(900_000, 1))).not.toBe(one);
});
