import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '#contract/errors.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { tusAt } from '#tests/helpers/tus.ts';

const maxBytes = 1_048_576;
const unknownId = '00000000-0000-4000-8000-000000000000';
const offsetType = 'application/offset+octet-stream';

let product: TestProduct;
let ana: TestUser;
beforeAll(async () => {
  product = await startTestProduct({ UPLOAD_MAX_BYTES: String(maxBytes) });
  ana = await signedInUser(product);
}, 60_000);
afterAll(() => product.close());

type Headers = Record<string, string | undefined>;
type Sent = { method: string; path?: string; headers?: Headers; body?: string };

/** Sends exactly these headers; `undefined` omits a default header. */
async function send({ method, path = '/api/uploads', headers = {}, body = '' }: Sent) {
  const all = { authorization: `Bearer ${ana.token}`, 'tus-resumable': '1.0.0', ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const call = request(`${product.url}${path}`, { method, headers: sent as Record<string, string> });
  call.end(body);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

const errorsLogged = () => product.logged().match(/"level":(?:50|60)/g)?.length ?? 0;
const english =
  /\b(upload|header|required|invalid|exceeded|extension|conflict|not found|aborted|metadata)\b/i;

/** Sends a request, and expects an answer with everything that a refusal must contain. */
async function refused(sent: Sent) {
  const before = errorsLogged();
  const { status, headers, body } = await send(sent);
  const refusal = ErrorBodySchema.parse(JSON.parse(body));
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(refusal.error).not.toMatch(english);
  expect(refusal.requestId).toBe(headers['x-request-id']);
  expect(errorsLogged()).toBe(before);
  return { status, code: refusal.code, headers };
}

const refusedBeginnings: [string, Headers, number, string][] = [
  ['a partial upload', { 'upload-length': '5', 'upload-concat': 'partial' }, 400, 'invalid_input'],
  ['a final upload', { 'upload-concat': 'final;/api/uploads/a /api/uploads/b' }, 400, 'invalid_input'],
  ['an unknown concatenation', { 'upload-length': '5', 'upload-concat': 'half' }, 400, 'invalid_input'],
  ['no length', {}, 400, 'invalid_input'],
  ['a length and a deferred one', { 'upload-length': '5', 'upload-defer-length': '1' }, 400, 'invalid_input'],
  ['a deferred length that is not 1', { 'upload-defer-length': '2' }, 400, 'invalid_input'],
  ['a negative length', { 'upload-length': '-1' }, 400, 'invalid_input'],
  ['a broken length', { 'upload-length': '1.5' }, 400, 'invalid_input'],
  ['a length in words', { 'upload-length': 'cinco' }, 400, 'invalid_input'],
  ['a length with an exponent', { 'upload-length': '1e3' }, 400, 'invalid_input'],
  ['a length beyond all numbers', { 'upload-length': '9'.repeat(30) }, 400, 'invalid_input'],
  ['a length above the limit', { 'upload-length': String(maxBytes + 1) }, 413, 'payload_too_large'],
  ['a length far above the limit', { 'upload-length': '9007199254740991' }, 413, 'payload_too_large'],
  [
    'no base64 in its metadata',
    { 'upload-length': '5', 'upload-metadata': 'filename ?' },
    400,
    'invalid_input',
  ],
  ['the same key twice', { 'upload-length': '5', 'upload-metadata': 'a YQ==,a YQ==' }, 400, 'invalid_input'],
  ['__proto__ as a key', { 'upload-length': '5', 'upload-metadata': '__proto__ YQ==' }, 400, 'invalid_input'],
  ['empty metadata', { 'upload-length': '5', 'upload-metadata': '' }, 400, 'invalid_input'],
  [
    'no protocol version',
    { 'tus-resumable': undefined, 'upload-length': '5' },
    412,
    'upload_protocol_unknown',
  ],
  [
    'another protocol version',
    { 'tus-resumable': '0.2.2', 'upload-length': '5' },
    412,
    'upload_protocol_unknown',
  ],
];

test.each(refusedBeginnings)(
  'the server refuses to start an upload with %s, with its own error text',
  async (_title, headers, status, code) => {
    expect(await refused({ method: 'POST', headers })).toMatchObject({ status, code });
  },
);

test('the refusal of a protocol version names the supported one', async () => {
  const { headers } = await refused({ method: 'POST', headers: { 'tus-resumable': '2.0.0' } });
  expect(headers['tus-version']).toBe('1.0.0');
});

test('the server refuses a first request with more content than declared', async () => {
  const headers = { 'upload-length': '5', 'content-type': offsetType };
  expect(await refused({ method: 'POST', headers, body: 'muito mais' })).toMatchObject({ status: 413 });
});

const piece = { 'upload-offset': '0', 'content-type': offsetType };
const refusedPieces: [string, Headers, string, number, string][] = [
  ['no offset', { ...piece, 'upload-offset': undefined }, 'abc', 400, 'invalid_input'],
  ['a negative offset', { ...piece, 'upload-offset': '-1' }, 'abc', 400, 'invalid_input'],
  ['an offset in words', { ...piece, 'upload-offset': 'zero' }, 'abc', 400, 'invalid_input'],
  ['another offset', { ...piece, 'upload-offset': '3' }, 'ab', 409, 'upload_out_of_step'],
  ['no content type', { ...piece, 'content-type': undefined }, 'abc', 415, 'unsupported_media_type'],
  ['another content type', { ...piece, 'content-type': 'audio/mpeg' }, 'abc', 415, 'unsupported_media_type'],
  ['more than was declared', piece, 'abcdefgh', 413, 'payload_too_large'],
  ['a second length', { ...piece, 'upload-length': '9' }, 'abc', 400, 'invalid_input'],
  ['a length in words', { ...piece, 'upload-length': 'nove' }, 'abc', 400, 'invalid_input'],
  ['another protocol version', { ...piece, 'tus-resumable': '1.1.0' }, 'abc', 412, 'upload_protocol_unknown'],
];

test.each(refusedPieces)(
  'the server refuses a chunk with %s, with its own error text, and changes nothing',
  async (_title, headers, body, status, code) => {
    const tus = tusAt(product, ana.token);
    const path = await tus.begin(5);
    expect(await refused({ method: 'PATCH', path, headers, body })).toMatchObject({ status, code });
    expect((await tus.head(path)).headers.get('upload-offset')).toBe('0');
    expect((await tus.remove(path)).status).toBe(204);
  },
);

test('a deferred length must cover the received bytes and stay within the limit', async () => {
  const begun = await send({ method: 'POST', headers: { 'upload-defer-length': '1' } });
  expect(begun.status).toBe(201);
  const path = begun.headers.location ?? '';
  expect((await send({ method: 'PATCH', path, headers: piece, body: 'abc' })).status).toBe(204);
  const next = { ...piece, 'upload-offset': '3' };
  for (const [length, status] of [
    ['2', 400],
    [String(maxBytes + 1), 413],
  ] as const)
    expect(
      await refused({ method: 'PATCH', path, headers: { ...next, 'upload-length': length }, body: 'd' }),
    ).toMatchObject({ status });
  const headers = { ...next, 'upload-length': '5' };
  expect((await send({ method: 'PATCH', path, headers, body: 'de' })).status).toBe(204);
});

test.each([
  ['PATCH', `/api/uploads/${unknownId}`, 404],
  ['DELETE', `/api/uploads/${unknownId}`, 404],
  ['PATCH', '/api/uploads/..%2f..%2fetc', 404],
  ['DELETE', '/api/uploads/%00', 404],
  ['PATCH', '/api/uploads', 404],
  ['PUT', `/api/uploads/${unknownId}`, 404],
  ['GET', `/api/uploads/${unknownId}`, 404],
  ['OPTIONS', '/api/uploads', 404],
  ['POST', `/api/uploads/${unknownId}`, 404],
])('the refusal of %s %s matches the error schema', async (method, path, status) => {
  expect(await refused({ method, path, headers: piece, body: /^P/.test(method) ? 'abc' : '' })).toMatchObject(
    {
      status,
    },
  );
});

test('a method override header does not change the method', async () => {
  const path = await tusAt(product, ana.token).begin(5);
  const headers = { ...piece, 'x-http-method-override': 'DELETE' };
  expect(await refused({ method: 'POST', path, headers })).toMatchObject({ status: 404 });
  expect((await tusAt(product, ana.token).head(path)).status).toBe(200);
});

test('the server answers HEAD of an unknown upload without a body', async () => {
  const unknown = await send({ method: 'HEAD', path: `/api/uploads/${unknownId}` });
  expect(unknown).toMatchObject({ status: 404, body: '' });
});

test('the server ignores an unsupported checksum header of a chunk', async () => {
  const path = await tusAt(product, ana.token).begin(5);
  const headers = { ...piece, 'upload-checksum': 'sha1 nonsense' };
  expect((await send({ method: 'PATCH', path, headers, body: 'abcde' })).status).toBe(204);
});

test('the server answers a refused chunk of many megabytes and keeps the connection open', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  for (let time = 0; time < 3; time += 1) {
    const call = request(`${product.url}/api/uploads/${unknownId}`, {
      method: 'PATCH',
      agent,
      headers: { authorization: `Bearer ${ana.token}`, 'tus-resumable': '1.0.0', ...piece },
    });
    call.on('socket', (socket) => sockets.add(socket));
    call.end(Buffer.alloc(16_777_216));
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(404);
    expect(ErrorBodySchema.parse(JSON.parse(await text(answer))).code).toBe('not_found');
    await finished(call);
  }
  expect(sockets.size).toBe(1);
  agent.destroy();
});
