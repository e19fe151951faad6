import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/start-test-product.ts';

test('the screens learn which parts are on the sandbox, and that none is once all are configured', async () => {
  await using configured = await startTestProduct();
  expect(await (await fetch(`${configured.url}/api/setting`)).json()).toEqual({ sandboxParts: [] });
  await using bare = await startTestProduct({ SMTP_URL: '' });
  expect(await (await fetch(`${bare.url}/api/setting`)).json()).toEqual({ sandboxParts: ['mail'] });
});
