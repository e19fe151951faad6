import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contactMessage } from '#tests/helpers/factories.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

test('an error answer in production contains a request id and no implementation detail', async () => {
  await using product = await startTestProduct({
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'https://escriba.example',
  });
  const url = `http://127.0.0.1:${product.config.http.port}`;
  await product.deps.db.execute(sql`alter table contact_messages rename to contact_messages_gone`);
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactMessage()),
  });
  expect(answer.status).toBe(500);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
  expect(body.code).toBe('internal');
  expect(JSON.stringify(body)).not.toMatch(/contact_messages|insert|select|relation|\.ts|node_modules|at /);
  // The operator must find the full error in the log by that id.
  expect(product.logged()).toContain(String(body.requestId));
  expect(product.logged()).toContain('contact_messages');

  const { headers } = answer;
  for (const name of ['server', 'x-powered-by', 'x-aspnet-version']) expect(headers.has(name)).toBe(false);
  expect(headers.get('strict-transport-security')).toContain('max-age=');
  const setting = await (await fetch(`${url}/api/installation`)).text();
  expect(setting).not.toMatch(/sandboxUrl|secret|postgres|smtp/i);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test('the server serves no file outside the built pages', async () => {
  await using product = await startTestProduct();
  const paths = [
    '.env',
    '.git/config',
    'package.json',
    'src/server/config/config.ts',
    'assets/entry.js.map',
    'api/.env',
  ];
  for (const path of paths) {
    const answer = await fetch(`${product.url}/${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/SESSION_SECRET|\[core\]|"dependencies"/);
  }
});
