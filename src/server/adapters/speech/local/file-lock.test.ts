import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { withFileLock } from './file-lock.ts';

test.skipIf(await noSmallDiskBecause())('a full disk leaves no lock, which would name a fetch', async () => {
  await using disk = await smallDisk({ megabytes: 1 });
  await disk.fillBut(0);
  const { signal } = new AbortController();
  const taken = withFileLock(join(disk.path, 'model.lock'), { signal, work: async () => {} });
  await expect(taken).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(disk.path)).toEqual(['ballast']);
});
