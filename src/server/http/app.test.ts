import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '#contract/errors.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

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

test('a refused request says what, under a stable code and the id that the log holds too', async () => {
  const answer = await fetch(`${product.url}/api/does-not-exist`);
  const error = await errorOf(answer);
  expect(error).toMatchObject({ status: 404, code: 'not_found', error: 'Não encontramos o que você pediu.' });
  expect(answer.headers.get('x-request-id')).toBe(error.requestId);
  expect(product.logged()).toContain(error.requestId);
});

test('broken JSON, a wrong content type and a body that is too large each have their own answer', async () => {
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

test('every answer carries the security headers, and no script runs that we did not ship', async () => {
  const { headers } = await fetch(`${product.url}/health/live`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toMatch(/script-src 'self'(;|$| 'sha256-)/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.has('x-powered-by')).toBe(false);
});

test('a long answer is compressed for whoever accepts it', async () => {
  const answer = await fetch(`${product.url}/api/docs/json`, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(await answer.json()).toHaveProperty('openapi');
});

test('the documentation is an OpenAPI 3.1 document that lists the contact call with its answers', async () => {
  const answer = await fetch(`${product.url}/api/docs/json`);
  const document = (await answer.json()) as OpenApi;
  expect(document.openapi).toBe('3.1.0');
  const call = document.paths['/api/contact'].post;
  expect(Object.keys(call.responses).sort()).toEqual(['201', '4XX', '5XX']);
  expect(call.requestBody.content['application/json'].schema.required).toEqual(['name', 'email', 'message']);
  expect(document.paths).not.toHaveProperty('/metrics');
});

test('the log tells each request by its route and never by its query', async () => {
  await fetch(`${product.url}/api/docs/json?token=very-secret`);
  expect(product.logged()).toContain('"route":"/api/docs/json"');
  expect(product.logged()).not.toContain('very-secret');
});

test('metrics count requests and jobs', async () => {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  expect(text).toContain('escriba_http_request_duration_seconds_bucket');
  expect(text).toMatch(/escriba_jobs\{queue="[^"]+",state="dead"\} 0/);
});
