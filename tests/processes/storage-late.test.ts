import { expect, test } from 'vitest';
import { failingProxy } from '#tests/helpers/network-faults.ts';
import { s3Environment, startS3Server } from '#tests/helpers/s3-server.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

test('a worker that starts before its storage logs the wait once, and becomes ready when the storage answers', async () => {
  await using folder = await temporaryFolder();
  const s3 = await startS3Server(folder.path);
  await using line = await failingProxy(s3.endpoint);
  line.fail();
  const starting = startTestProduct({
    ROLES: 'worker',
    ...s3Environment(s3, line.url),
  });
  // More than three refusals prove a retry by the worker, because the SDK itself tries three times.
  await expect.poll(() => line.refused().length, { timeout: 20_000 }).toBeGreaterThan(3);
  expect(await Promise.race([starting, Promise.resolve('waiting')])).toBe('waiting');
  line.mend();
  {
    await using product = await starting;
    expect(product.logged().match(/waiting for the storage at/g)).toHaveLength(1);
    expect(product.logged()).toContain(`the storage at s3://${s3.bucket} at ${line.url} answers`);
  }
  await s3.stop();
}, 60_000);
