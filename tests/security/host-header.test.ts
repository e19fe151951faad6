import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '#contract/errors.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
}, 60_000);
afterAll(() => product.close());

/** Writes the request to a socket, because every HTTP client sends exactly one Host header. */
async function answerTo(lines: readonly string[]) {
  const socket = connect(product.config.http.port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    heard += piece;
  });
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

const own = () => `Host: localhost:${product.config.http.port}`;

test.each([
  ['two Host headers', () => [own(), 'Host: evil.example']],
  ['the same Host header twice', () => [own(), own()]],
  ['two Host headers in different case', () => ['HOST: evil.example', own().toLowerCase()]],
  ['no Host header', () => ['Accept: */*']],
])('the server refuses %s with its error body, on every kind of address', async (_title, hosts) => {
  for (const target of ['/health/live', '/', '/api/plans', '/api/profile', '/nowhere', '/api/nowhere']) {
    const { status, head, body } = await answerTo([
      `GET ${target} HTTP/1.1`,
      ...hosts(),
      'Connection: close',
    ]);
    expect([target, status]).toEqual([target, 400]);
    expect(ErrorBodySchema.parse(JSON.parse(body)).code).toBe('invalid_input');
    expect(head).toMatch(/^x-content-type-options: nosniff/im);
  }
});

test('the server closes the connection of a refused request, so that it reads no second request', async () => {
  const second = 'POST /api/contact HTTP/1.1\r\nHost: evil.example';
  const { status, head } = await answerTo([
    'GET /health/live HTTP/1.1',
    own(),
    'Host: evil.example',
    '',
    second,
  ]);
  expect(status).toBe(400);
  expect(head).toMatch(/^connection: close/im);
});

test('the server answers a request with one Host header, and HTTP/1.0 without any', async () => {
  expect((await answerTo(['GET /health/live HTTP/1.1', own(), 'Connection: close'])).status).toBe(200);
  expect((await answerTo(['GET /health/live HTTP/1.0'])).status).toBe(200);
});
