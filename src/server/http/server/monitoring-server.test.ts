import { expect, test } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { failingProxy } from '#tests/helpers/network-faults.ts';
import { s3Environment, startS3Server } from '#tests/helpers/s3-server.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { tusAt } from '#tests/helpers/tus.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

test('a worker-only process serves health and metrics on its own port, and nothing else', async () => {
  const port = await freePort();
  const token = 'a-word-for-the-metrics';
  await using _worker = await startTestProduct({
    ROLES: 'worker',
    METRICS_PORT: String(port),
    METRICS_TOKEN: token,
  });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  expect((await ask('/metrics')).status).toBe(404);
  const figures = await (await ask('/metrics', { authorization: `Bearer ${token}` })).text();
  for (const line of [
    'escriba_storage_up 1',
    'escriba_database_up 1',
    'escriba_jobs{queue="run-transcription",state="dead"} 0',
    'escriba_work_total{kind="recording",engine="openai:sandbox-speech",outcome="failed"} 0',
    'escriba_sound_seconds_total{engine="openai:sandbox-speech"} 0',
    'escriba_process_resident_memory_bytes ',
    'escriba_nodejs_eventloop_lag_p99_seconds ',
  ])
    expect(figures).toContain(line);
  expect((await ask('/health/live')).status).toBe(200);
  expect(await (await ask('/health/ready')).json()).toMatchObject({ status: 'ok' });
  for (const path of ['/', '/api/plans', '/api/docs', '/.well-known/jwks.json'])
    expect((await ask(path)).status, path).toBe(404);
  await expect(startTestProduct({ ROLES: 'worker', METRICS_PORT: String(port) })).rejects.toThrow(
    /taken by another program.*METRICS_PORT/,
  );
});

test('a worker without METRICS_PORT listens on no port', async () => {
  const port = await freePort();
  await using _worker = await startTestProduct({ ROLES: 'worker', PORT: String(port) });
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
});

test('readiness and metrics report a failing storage, check it rarely and keep the web process ready', async () => {
  await using folder = await temporaryFolder();
  const s3 = await startS3Server(folder.path);
  await using stack = new AsyncDisposableStack();
  stack.defer(s3.stop);
  const line = stack.use(await failingProxy(s3.endpoint));
  const product = stack.use(
    await startTestProduct({
      ...s3Environment(s3, line.url),
    }),
  );
  const ana = await signedInUser(product);
  const ready = async () => {
    const answer = await fetch(`${product.url}/health/ready`);
    return { code: answer.status, ...ReadySchema.parse(await answer.json()) };
  };
  const figure = async () =>
    /^escriba_storage_up (\d)$/m.exec(await (await fetch(`${product.url}/metrics`)).text())?.[1];
  const startMs = performance.now();
  line.fail();
  expect((await ready()).parts.storage?.ready).toBe(false);
  const asked = await Promise.all(Array.from({ length: 20 }, ready));
  expect(asked.map(({ code, status }) => ({ code, status }))).toEqual(
    asked.map(() => ({ code: 200, status: 'degraded' })),
  );
  expect(asked[0]?.parts.storage?.reason).toContain('storage');
  expect(await figure()).toBe('0');
  // One check of three attempts serves all requests of five seconds, and a busy machine may need longer.
  const checks = 1 + Math.floor((performance.now() - startMs) / 5_000);
  // A sweep of the worker may list the files meanwhile. Only a check asks for the head of the bucket.
  const refused = line.refused().filter(({ method, path }) => `${method} ${path}` === `HEAD /${s3.bucket}/`);
  expect(refused).not.toEqual([]);
  expect(refused.length).toBeLessThanOrEqual(3 * checks);
  // The upload protocol answers with our error body too.
  const upload = await tusAt(product, ana.token).create(5);
  expect(upload.status).toBe(503);
  expect(await upload.json()).toMatchObject({ code: 'storage_unavailable' });
  line.mend();
  await expect.poll(figure, { timeout: 20_000 }).toBe('1');
  expect(await ready()).toMatchObject({ code: 200, status: 'ok', parts: { storage: { ready: true } } });
});
