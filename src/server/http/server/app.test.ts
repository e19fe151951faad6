import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '#contract/errors.ts';
import { contactMessages } from '#server/adapters/db/schema/messages.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

type Call = {
  responses: object;
  requestBody: { content: { 'application/json': { schema: { required: string[] } } } };
};
type OpenApi = { openapi: string; paths: { '/api/contact': { post: Call } } };

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

async function errorOf(answer: Response) {
  return { status: answer.status, ...ErrorBodySchema.parse(await answer.json()) };
}

test('a refused request gets a text, a stable code and the request id of the log', async () => {
  const answer = await fetch(`${product.url}/api/does-not-exist`);
  const error = await errorOf(answer);
  expect(error).toMatchObject({ status: 404, code: 'not_found', error: 'Não encontramos o que você pediu.' });
  expect(answer.headers.get('x-request-id')).toBe(error.requestId);
  expect(product.logged()).toContain(error.requestId);
});

test('the server answers broken JSON, a wrong content type and a too large body with different codes', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${product.url}/api/contact`, { method: 'POST', body, headers: { 'content-type': type } }).then(
      errorOf,
    );
  expect(await post('{')).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await post('<a/>', 'text/xml')).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  expect(await post(JSON.stringify({ name: 'x'.repeat(1_100_000) }))).toMatchObject({
    status: 413,
    code: 'payload_too_large',
  });
});

test.each(['/health/live', '/api/docs', '/api/unknown', '/%zz'])(
  '%s has the security headers and allows only our own scripts',
  async (path) => {
    const { headers } = await fetch(`${product.url}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toMatch(/script-src 'self'(;|$| 'sha256-)/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.has('x-powered-by')).toBe(false);
  },
);

test('the server compresses a long answer for clients that accept it', async () => {
  const answer = await fetch(`${product.url}/api/docs/json`, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(await answer.json()).toHaveProperty('openapi');
});

test('an undecodable address gets our error body too', async () => {
  expect(await errorOf(await fetch(`${product.url}/%zz`))).toMatchObject({
    status: 400,
    code: 'invalid_input',
  });
});

test('the server answers an address of thousands of slashes as fast as any other', async () => {
  const timeOf = async (path: string) => {
    const from = performance.now();
    await (await fetch(`${product.url}${path}`)).text();
    return performance.now() - from;
  };
  // The fastest round is the one that other work on the machine disturbed least.
  const fastest = async (path: string) => {
    const times = [];
    for (let round = 0; round < 9; round += 1) times.push(await timeOf(path));
    return Math.min(...times);
  };
  const usual = await fastest('/nao-existe');
  expect(await fastest(`/${'/'.repeat(15_000)}a`)).toBeLessThan(10 * usual + 20);
});

test('the server removes NUL and lone surrogates from texts', async () => {
  const answer = await fetch(`${product.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ana\u0000',
      email: 'ana@exemplo.com',
      message: 'Um texto com \ud800 dentro.',
    }),
  });
  expect(answer.status).toBe(201);
  const [kept] = await product.deps.db.select().from(contactMessages);
  expect(kept).toMatchObject({ name: 'Ana', message: 'Um texto com \ufffd dentro.' });
});

test('the documentation is an OpenAPI 3.1 document that lists the contact call with its answers', async () => {
  const answer = await fetch(`${product.url}/api/docs/json`);
  const document = (await answer.json()) as OpenApi;
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  expect(document.openapi).toBe('3.1.0');
  const call = document.paths['/api/contact'].post;
  expect(Object.keys(call.responses).sort()).toEqual(['201', '4XX', '5XX']);
  expect(call.requestBody.content['application/json'].schema.required).toEqual(['name', 'email', 'message']);
  expect(document.paths).not.toHaveProperty('/metrics');
});

test('the log names the route of a request and never its query', async () => {
  await fetch(`${product.url}/api/docs/json?token=very-secret`);
  expect(product.logged()).toContain('"route":"/api/docs/json"');
  expect(product.logged()).not.toContain('very-secret');
});

test('metrics count requests and jobs', async () => {
  const figures = await (await fetch(`${product.url}/metrics`)).text();
  expect(figures).toContain('escriba_http_request_duration_seconds_bucket');
  expect(figures).toMatch(/escriba_jobs\{queue="[^"]+",state="dead"\} 0/);
});

test('METRICS_TOKEN restricts the metrics to clients that send it', async () => {
  await using guarded = await startTestProduct({ METRICS_TOKEN: 'a-long-enough-word' });
  const ask = (authorization?: string) =>
    fetch(`${guarded.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
  expect((await ask()).status).toBe(404);
  expect((await ask('Bearer another-long-word')).status).toBe(404);
  expect((await ask('Bearer a-long-enough-word')).status).toBe(200);
});

test('production without METRICS_TOKEN serves no metrics', async () => {
  const secret = 's'.repeat(32);
  await using closed = await startTestProduct({
    NODE_ENV: 'production',
    SESSION_SECRET: secret,
    PUBLIC_URL: 'https://escriba.example',
  });
  const address = `http://127.0.0.1:${closed.config.http.port}`;
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
  const { headers } = await fetch(`${address}/health/live`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('with HSTS_SUBDOMAINS browsers ask for TLS on every subdomain too', async () => {
  await using product = await startTestProduct({
    PUBLIC_URL: 'https://escriba.example',
    HSTS_SUBDOMAINS: 'true',
  });
  const { headers } = await fetch(`http://127.0.0.1:${product.config.http.port}/health/live`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});
