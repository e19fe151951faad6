import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import { callAuth, signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

type Line = { msg: string; route?: string; status?: number; aborted?: boolean };

const linesOf = (product: TestProduct, route: string) =>
  product
    .logged()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg.startsWith('request') && line.route === route);

/** Blocks every query on this table until released. */
async function lockTable({ config }: TestProduct, table: string) {
  const client = new pg.Client({ connectionString: config.database.url });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  const waiting = async () => {
    const { rows } = await client.query('select 1 from pg_locks where not granted');
    return rows.length > 0;
  };
  return { waiting, release: () => client.end() };
}

async function resetLink(product: TestProduct) {
  const { email } = (await signedInUser(product)).account;
  await callAuth(product, '/request-password-reset', { body: { email } });
  return new URL(await waitForLink(product.mailboxUrl, email, 'reset-password'));
}

test('log and metrics count an aborted request and the request after it', async () => {
  await using product = await startTestProduct({ LOG_LEVEL: 'info' });
  const link = await resetLink(product);
  const lock = await lockTable(product, 'verifications');
  const socket = connect(Number(link.port), link.hostname);
  await once(socket, 'connect');
  socket.write(`GET ${link.pathname}${link.search} HTTP/1.1\r\nhost: ${link.host}\r\n\r\n`);
  await expect.poll(lock.waiting).toBe(true);
  socket.destroy();
  const route = '/api/auth/reset-password/:token';
  await expect
    .poll(() => linesOf(product, route))
    .toEqual([expect.objectContaining({ msg: 'request aborted', aborted: true })]);
  expect(linesOf(product, route)[0]?.status).toBeUndefined();
  await lock.release();

  const second = await fetch(link, { redirect: 'manual' });
  expect(second.status).toBe(302);
  await expect.poll(() => linesOf(product, route)).toHaveLength(2);
  const answered = linesOf(product, route)[1];
  expect(answered).toMatchObject({ msg: 'request', status: 302 });
  expect(answered).not.toHaveProperty('aborted');
  const figures = await (await fetch(`${product.url}/metrics`)).text();
  for (const status of ['aborted', '302'])
    expect(figures).toContain(
      `escriba_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} 1`,
    );
  // No line contains the token.
  expect(product.logged()).not.toContain(link.pathname.split('/').at(-1));
});

test('the log has a request with an undecodable address', async () => {
  await using product = await startTestProduct({ LOG_LEVEL: 'info' });
  expect((await fetch(`${product.url}/api/%zz`)).status).toBe(400);
  await expect
    .poll(() => linesOf(product, 'unknown'))
    .toEqual([expect.objectContaining({ msg: 'request', status: 400 })]);
});
