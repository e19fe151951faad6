import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '#contract/errors.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { buildApp } from './app.ts';
import { startMonitoringServer } from './listen.ts';
import { defaultDeadlines } from './request-deadlines.ts';

let product: TestProduct;
let metricsPort: number;
let monitoring: Awaited<ReturnType<typeof startMonitoringServer>>;
beforeAll(async () => {
  metricsPort = await freePort();
  product = await startTestProduct();
  const { config } = product.deps;
  monitoring = await startMonitoringServer({
    ...product.deps,
    config: { ...config, http: { ...config.http, metricsPort } },
  });
});
afterAll(async () => {
  await monitoring?.close();
  await product.close();
});

/** Sends raw bytes that no HTTP client would send, and reads until the server closes the connection. */
async function answerTo(port: number, words: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(words);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, status: Number(head.split(' ')[1]), body };
}

const long = 'y'.repeat(20_000);
const get = (...headers: string[]) =>
  ['GET /health/live HTTP/1.1', 'host: a', ...headers, '', ''].join('\r\n');
const post = (...lines: string[]) =>
  ['POST /health/live HTTP/1.1', 'host: a', 'content-type: application/json', ...lines, '', ''].join('\r\n');

test.each([
  ['an unknown Expect', get('expect: a-miracle'), 417, 'expectation_refused'],
  [
    'an unknown Expect with a body',
    post('expect: a-miracle', 'content-length: 2', '', '{}'),
    417,
    'expectation_refused',
  ],
  ['a header that is too large', get(`x: ${long}`), 431, 'headers_too_large'],
  ['an address that is too long', `GET /${long} HTTP/1.1\r\nhost: a\r\n\r\n`, 431, 'headers_too_large'],
  [
    'too many headers',
    get(...Array.from({ length: 3_000 }, (_, at) => `x${at}: 1`)),
    431,
    'headers_too_large',
  ],
  ['an unknown method', 'FOO / HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'invalid_input'],
  ['an unknown version', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n', 400, 'invalid_input'],
  ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_input'],
  ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'invalid_input'],
  ['two lengths of a body', post('content-length: 3', 'transfer-encoding: chunked'), 400, 'invalid_input'],
  ['a length that is no number', post('content-length: abc'), 400, 'invalid_input'],
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'invalid_input'],
])('both servers refuse %s with our error body and headers', async (_what, words, status, code) => {
  for (const port of [product.config.http.port, metricsPort]) {
    const answer = await answerTo(port, words);
    expect([port, answer.status]).toEqual([port, status]);
    expect(ErrorBodySchema.parse(JSON.parse(answer.body)).code).toBe(code);
    expect(answer.head).toMatch(/^x-content-type-options: nosniff/im);
    expect(answer.head).toMatch(/^content-security-policy: /im);
    expect(answer.head).toMatch(/^connection: close/im);
  }
});

test('a client may still ask whether the server wants the body', async () => {
  const words = get('expect: 100-continue', 'connection: close');
  const { head } = await answerTo(product.config.http.port, words);
  expect(head).toBe('HTTP/1.1 100 Continue');
});

test('a head that takes too long gets our error body', async () => {
  const app = await buildApp(product.deps, { ...defaultDeadlines, headMs: 100, lookEveryMs: 20 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await answerTo((app.server.address() as AddressInfo).port, 'GET / HTTP/1.1\r\nhost: a\r\n');
  await app.close();
  expect([answer.status, ErrorBodySchema.parse(JSON.parse(answer.body)).code]).toEqual([
    408,
    'request_timeout',
  ]);
});
