import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/start-test-product.ts';

test('the server stays ready while every connection of the pool is busy', async () => {
  await using product = await startTestProduct({ DATABASE_POOL_MAX: '2' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holding = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
  const holders = holding.map(({ resolve }) =>
    product.deps.db.transaction(async (tx) => {
      await tx.execute('select 1');
      resolve();
      await held;
    }),
  );
  await Promise.all(holding.map(({ promise }) => promise));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${product.url}/health/ready`).then(({ status }) => status)),
  );
  release();
  await Promise.all(holders);
  expect(answers).toEqual(Array.from({ length: 20 }, () => 200));
}, 30_000);
