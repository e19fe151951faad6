import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { megabyte, noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { openDiskReserve } from './disk-reserve.ts';

const reason = await noSmallDiskBecause();
const log = { error: () => {}, info: () => {} };
const reserveOf = (folders: readonly string[], reserveBytes?: number) =>
  openDiskReserve({ folders, reserveBytes, log });
const full = { kind: 'full' };

test.skipIf(reason !== undefined)('the folder with the least free space decides', async () => {
  await using disk = await smallDisk({ megabytes: 8 });
  await reserveOf([tmpdir()], 0).requireForUpload(6 * megabyte);
  await expect(reserveOf([tmpdir(), disk.path], 0).requireForUpload(9 * megabyte)).rejects.toMatchObject(
    full,
  );
});

test.skipIf(reason !== undefined)(
  'the default reserve keeps the last two gigabytes of a disk free',
  async () => {
    await using disk = await smallDisk({ megabytes: 8 });
    await expect(reserveOf([disk.path]).requireForUpload()).rejects.toMatchObject(full);
    expect(await reserveOf([disk.path]).holdsWork(0)).toBe(false);
  },
);

test('the default reserve keeps a twentieth of a large disk free', async () => {
  const { bavail, blocks, bsize } = await statfs(tmpdir());
  const reserve = Math.max(2_000_000_000, 0.05 * blocks * bsize);
  const left = bavail * bsize - reserve;
  const slack = 1_000 * megabyte;
  await expect(reserveOf([tmpdir()]).requireForUpload(left + slack)).rejects.toMatchObject(full);
  if (left > slack) await reserveOf([tmpdir()]).requireForUpload(left - slack);
});

test.skipIf(reason !== undefined)('take counts bytes before the disk reports them', async () => {
  await using disk = await smallDisk({ megabytes: 8 });
  const reserve = reserveOf([disk.path], 4 * megabyte);
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => reserve.take(megabyte)));
  expect(taken.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(4);
});
