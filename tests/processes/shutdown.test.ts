import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isLong, longTest } from '#tests/helpers/long-tests.ts';
import { silentServer } from '#tests/helpers/silent-server.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { startProcess, temporaryInstance, waitUntilReady } from './start-process.ts';

const body = JSON.stringify({ name: 'Ana', email: 'ana@exemplo.com', message: 'Uma mensagem que demora.' });

/** Sends the head of a request, and the rest of its body when the test calls `finish`. */
function openSlowRequest(url: string) {
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
  'the product finishes a request in flight at Ctrl-C, then stops all its processes',
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

/** Sends a request in two parts and a second one behind it, on one keep-alive connection as of a proxy. */
function openPipelinedRequests(port: number) {
  const head = 'POST /api/contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`);
  let answers = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    answers += piece;
  });
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(answers)));
  const finish = () => socket.write(`${body.slice(10)}GET /api/plans HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return { finish, ended };
}

test('the product answers all requests of an open connection after SIGTERM, and then closes it', async () => {
  await using instance = await temporaryInstance();
  // A database of its own would cost another second of processor time.
  await using database = await createTestDatabase();
  await using product = startProcess({ ...instance.environment, DATABASE_URL: database.url });
  await waitUntilReady(instance.url, product);
  const requests = openPipelinedRequests(instance.port);
  await delay(200);
  product.child.kill('SIGTERM');
  await expect.poll(product.output, { timeout: 5_000, interval: 1 }).toContain('stopping:');
  await delay(300);
  requests.finish();
  const [, first = '', second = ''] = (await requests.ended).split('HTTP/1.1 ');
  expect(first).toMatch(/^201/);
  expect(second).toMatch(/^200/);
  expect(second).toMatch(/\r\nconnection: close\r\n/i);
  expect(await product.ended).toEqual({ code: 0, signal: null });
}, 90_000);

longTest(
  'the product finishes a request in flight after two immediate SIGTERMs',
  async () => {
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
  },
  90_000,
);

longTest(
  'a worker stops its PostgreSQL after two immediate SIGTERMs',
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
  'the product exits immediately at a second signal after two seconds, and its next start adopts PostgreSQL',
  async () => {
    await using instance = await temporaryInstance();
    await using product = startProcess(instance.environment);
    await waitUntilReady(instance.url, product);
    const slow = openSlowRequest(instance.url);
    slow.answered.catch(() => undefined);
    await delay(200);
    product.child.kill('SIGINT');
    await delay(2_200);
    const startedAt = performance.now();
    product.child.kill('SIGINT');
    expect(await product.ended).toEqual({ code: 1, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const orphan = await instance.postmaster();
    expect(orphan).toBeDefined();

    await using next = startProcess(instance.environment);
    await waitUntilReady(instance.url, next);
    expect(await instance.postmaster()).toBe(orphan);
    next.child.kill('SIGINT');
    expect(await next.ended).toEqual({ code: 0, signal: null });
    expect(await instance.postmaster()).toBeUndefined();
  },
  120_000,
);

test('the product stops itself and its PostgreSQL cleanly at a signal during the start', async () => {
  await using instance = await temporaryInstance();
  await using product = startProcess(instance.environment);
  await expect.poll(() => instance.postmaster(), { timeout: 40_000 }).toBeDefined();
  product.child.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(await instance.postmaster()).toBeUndefined();
}, 90_000);

longTest(
  'the product stops cleanly when its terminal closes, although its output has no reader',
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
  '%s ends at Ctrl-C while it waits for an unreachable database',
  async (entry) => {
    await using instance = await temporaryInstance();
    // No server listens at this port, so the product retries the connection.
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
    await using silent = await silentServer();
    await using product = startProcess({
      ...instance.environment,
      DATABASE_URL: `postgres://ana@127.0.0.1:${silent.port}/acervo`,
    });
    await silent.connected;
    await endsLongBeforeTheWait(product);
  },
  90_000,
);

async function endsLongBeforeTheWait(product: ReturnType<typeof startProcess>) {
  const startedAt = performance.now();
  product.child.kill('SIGINT');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(product.output()).toMatch(/^Stopped before it was ready\.$/m);
  expect(product.output()).not.toContain('    at ');
}
