import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isLong, longTest } from '../long-tests.ts';
import { startProcess, temporaryInstance, waitUntilReady } from './start-process.ts';

/** Sends the head of a request and holds back its body until `finish` is called. */
function openSlowRequest(url: string) {
  const body = JSON.stringify({ name: 'Ana', email: 'ana@exemplo.com', message: 'Uma mensagem que demora.' });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const call = request(`${url}/api/contact`, { method: 'POST', headers });
  call.write(body.slice(0, 10));
  const answered = new Promise<number | undefined>((resolve, reject) => {
    call.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject);
  });
  return { answered, finish: () => call.end(body.slice(10)) };
}

longTest(
  'the product finishes a request in flight at Ctrl-C, then leaves no process behind',
  async () => {
    await using instance = await temporaryInstance();
    await using product = startProcess(instance.environment);
    await waitUntilReady(instance.url, product);
    expect(await instance.postmaster()).toBeDefined();

    const slow = openSlowRequest(instance.url);
    await delay(200);
    product.child.kill('SIGINT');
    await delay(300);
    slow.finish();

    expect(await slow.answered).toBe(201);
    expect(await product.ended).toEqual({ code: 0, signal: null });
    expect(await instance.postmaster()).toBeUndefined();
  },
  90_000,
);

test('the product finishes a request in flight when SIGTERM arrives twice at once', async () => {
  await using instance = await temporaryInstance();
  await using product = startProcess(instance.environment);
  await waitUntilReady(instance.url, product);

  const slow = openSlowRequest(instance.url);
  await delay(200);
  product.child.kill('SIGTERM');
  await expect.poll(product.output, { timeout: 5_000, interval: 1 }).toContain('stopping:');
  product.child.kill('SIGTERM');
  await delay(300);
  slow.finish();

  expect(await slow.answered).toBe(201);
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(await instance.postmaster()).toBeUndefined();
}, 90_000);

longTest(
  'a worker stops its PostgreSQL when SIGTERM arrives twice at once',
  async () => {
    await using instance = await temporaryInstance();
    await using worker = startProcess({ ...instance.environment, ROLES: 'worker' });
    await expect.poll(worker.output, { timeout: 60_000 }).toContain('The worker is ready.');
    expect(await instance.postmaster()).toBeDefined();
    worker.child.kill('SIGTERM');
    await expect.poll(worker.output, { timeout: 5_000, interval: 1 }).toContain('stopping:');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    expect(await instance.postmaster()).toBeUndefined();
  },
  90_000,
);

longTest(
  'a second signal after two seconds ends the product at once, and the next start adopts PostgreSQL',
  async () => {
    await using instance = await temporaryInstance();
    await using product = startProcess(instance.environment);
    await waitUntilReady(instance.url, product);
    const slow = openSlowRequest(instance.url);
    slow.answered.catch(() => undefined);
    await delay(200);
    product.child.kill('SIGINT');
    await delay(2_200);
    const begun = performance.now();
    product.child.kill('SIGINT');
    expect(await product.ended).toEqual({ code: 1, signal: null });
    expect(performance.now() - begun).toBeLessThan(2_000);
    const left = await instance.postmaster();
    expect(left).toBeDefined();

    await using next = startProcess(instance.environment);
    await waitUntilReady(instance.url, next);
    expect(await instance.postmaster()).toBe(left);
    next.child.kill('SIGINT');
    expect(await next.ended).toEqual({ code: 0, signal: null });
    expect(await instance.postmaster()).toBeUndefined();
  },
  120_000,
);

test('a signal during the start ends the product and its PostgreSQL cleanly', async () => {
  await using instance = await temporaryInstance();
  await using product = startProcess(instance.environment);
  await expect.poll(() => instance.postmaster(), { timeout: 40_000 }).toBeDefined();
  product.child.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(await instance.postmaster()).toBeUndefined();
}, 90_000);

longTest(
  'a closed terminal ends the product as Ctrl-C does, although its output has no reader',
  async () => {
    await using instance = await temporaryInstance();
    await using product = startProcess(instance.environment);
    await waitUntilReady(instance.url, product);
    product.child.stdout.destroy();
    product.child.stderr.destroy();
    product.child.kill('SIGHUP');
    expect(await product.ended).toEqual({ code: 0, signal: null });
    expect(await instance.postmaster()).toBeUndefined();
  },
  90_000,
);

test.each(isLong ? ['sandbox/with-product.ts', 'src/server/main.ts'] : ['src/server/main.ts'])(
  '%s ends at Ctrl-C while it waits for a database that is away',
  async (entry) => {
    await using instance = await temporaryInstance();
    // No server listens at this port, so the connection is refused and retried.
    const DATABASE_URL = `postgres://ana@127.0.0.1:${instance.port}/acervo`;
    await using product = startProcess({ ...instance.environment, DATABASE_URL }, entry);
    await expect.poll(product.output, { timeout: 40_000 }).toContain('waiting for the database');
    await endsLongBeforeTheWait(product);
    await expect(fetch(`http://127.0.0.1:${instance.environment.SANDBOX_PORT}`)).rejects.toThrow();
  },
  90_000,
);

longTest(
  'the product ends at Ctrl-C while a database connection hangs without an answer',
  async () => {
    await using instance = await temporaryInstance();
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const connected = once(silent, 'connection');
    await using product = startProcess({
      ...instance.environment,
      DATABASE_URL: `postgres://ana@127.0.0.1:${port}/acervo`,
    });
    await connected;
    await endsLongBeforeTheWait(product);
    silent.close();
  },
  90_000,
);

async function endsLongBeforeTheWait(product: ReturnType<typeof startProcess>) {
  const begun = performance.now();
  product.child.kill('SIGINT');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(product.output()).toMatch(/^Stopped before it was ready\.$/m);
  expect(product.output()).not.toContain('    at ');
}
