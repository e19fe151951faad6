import { expect, test } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { contactMessage } from '#tests/helpers/factories.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { runningPostmaster, startTestPostgres } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

function sendTo(url: string) {
  return fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactMessage()),
  });
}

test('the server answers 503 while the database is unreachable, and recovers when the database returns', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const postgres = await startTestPostgres(folder.path);
  await using product = await startTestProduct({
    DATABASE_URL: postgres.url,
    SUPPORT_EMAIL: 'ajuda@escriba.example',
  });
  expect((await sendTo(product.url)).status).toBe(201);

  // Stop this process's supervision first, which would restart PostgreSQL. The product's connection keeps it running.
  await postgres.stop();
  process.kill((await runningPostmaster(postgres)) ?? Number.NaN, 'SIGINT');
  await expect.poll(() => runningPostmaster(postgres)).toBeUndefined();

  const refused = await sendTo(product.url);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'database_unavailable', requestId: expect.any(String) });
  expect(refused.headers.get('retry-after')).toBe('5');
  const ready = await fetch(`${product.url}/health/ready`);
  expect(ready.status).toBe(503);
  const { parts } = ReadySchema.parse(await ready.json());
  expect(parts).toMatchObject({ database: { ready: false }, ffmpeg: { ready: true } });
  expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  expect(metrics).toContain('escriba_database_up 0');
  expect(metrics).toContain('escriba_http_request_duration_seconds');

  await using again = await postgresAgain(folder.path);
  expect(again.url).toBe(postgres.url);
  await expect.poll(async () => (await sendTo(product.url)).status, { timeout: 15_000 }).toBe(201);
  await waitForMail(product.mailboxUrl, 'ajuda@escriba.example');
}, 60_000);

async function postgresAgain(dataDir: string) {
  const postgres = await startTestPostgres(dataDir);
  return { ...postgres, [Symbol.asyncDispose]: postgres.stop };
}
