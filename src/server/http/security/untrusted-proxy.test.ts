import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

const warning = 'is not in TRUSTED_PROXIES';

test('a proxy that is not trusted is a warning in the log, once', async () => {
  await using product = await startTestProduct();
  const live = `${product.url}/health/live`;
  await fetch(live);
  expect(product.logged()).not.toContain(warning);
  for (let times = 0; times < 3; times += 1)
    await fetch(live, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(product.logged().split(warning)).toHaveLength(2);
  expect(product.logged()).toContain('a proxy at 127.0.0.1 is not in TRUSTED_PROXIES');
});

test('a trusted proxy is none', async () => {
  await using product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
  await fetch(`${product.url}/health/live`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(product.logged()).not.toContain(warning);
});
