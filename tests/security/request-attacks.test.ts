import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '#contract/errors.ts';
import { buildApp } from '#server/http/server/app.ts';
import { defaultDeadlines, type RequestDeadlines } from '#server/http/server/request-deadlines.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { callAuth, signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { formBody, sendForm } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let ana: TestUser;
beforeAll(async () => {
  product = await startTestProduct();
  ana = await signedInUser(product);
}, 60_000);
afterAll(() => product.close());

const foreign = 'https://evil.example';
const bearer = () => ({ authorization: `Bearer ${ana.token}` });
const isAlive = async () => {
  const ready = await fetch(`${product.url}/health/ready`);
  return [ready.status, ready.status === 200 ? '' : await ready.text()];
};

test.each([
  ['..%2f..%2f..%2fetc%2fpasswd', [404]],
  ['..\\..\\etc\\passwd', [404]],
  ["1' or '1'='1", [404]],
  ['1;drop table transcriptions', [404]],
  ['%00', [404]],
  ['x'.repeat(199), [404]],
  ['x'.repeat(5_000), [400, 404, 413]],
])('the server finds nothing for an id that is a path or a statement (%s)', async (id, statuses) => {
  const address = encodeURI(id).replaceAll('%25', '%');
  for (const path of ['', '/srt', '/events', '/listening', '/media?pass=x']) {
    const answer = await fetch(`${product.url}/api/transcribe/${address}${path}`, { headers: bearer() });
    expect(statuses).toContain(answer.status);
    expect(ErrorBodySchema.parse(await answer.json()).error).not.toMatch(/root:|uuid|syntax/);
  }
  const factor = await fetch(`${product.url}/api/auth/factors/${address}`, {
    method: 'DELETE',
    headers: bearer(),
  });
  expect(statuses).toContain(factor.status);
  const upload = await fetch(`${product.url}/api/uploads/${address}`, {
    method: 'HEAD',
    headers: { ...bearer(), 'tus-resumable': '1.0.0' },
  });
  expect([400, 404, 413]).toContain(upload.status);
});

test('the server allows no other origin, neither in answers nor in preflights', async () => {
  for (const path of [
    '/api/profile',
    '/api/plans',
    '/api/contact',
    '/api/uploads',
    '/api/auth/get-session',
    '/',
  ]) {
    const crossOrigin = await fetch(`${product.url}${path}`, {
      headers: { ...bearer(), origin: foreign, cookie: ana.cookie },
    });
    const preflight = await fetch(`${product.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: foreign,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    for (const { headers } of [crossOrigin, preflight]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(crossOrigin.headers.get('cross-origin-resource-policy') ?? 'same-origin').toBe('same-origin');
  }
});

test('the server refuses changes by a page of another site that sends the cookie', async () => {
  const body = { newEmail: 'ladra@exemplo.com' };
  const { cookie } = ana;
  const forged = [
    await callAuth(product, '/sign-out', { body: {}, cookie, origin: foreign }),
    await callAuth(product, '/change-email', { body, cookie, origin: foreign, headers: bearer() }),
  ];
  for (const { status } of forged) expect(status).toBe(403);
  // The product's own calls authenticate only by the token, which no other site has.
  for (const [method, path] of [
    ['DELETE', '/auth/me'],
    ['POST', '/transcriptions/example'],
    ['POST', '/stripe/create-session'],
  ] as const)
    expect(
      (await fetch(`${product.url}/api${path}`, { method, headers: { cookie, origin: foreign } })).status,
    ).toBe(401);
  expect((await ana.call('/profile')).status).toBe(200);
});

test.each(['__proto__', 'constructor'])(
  '%s in a body or an address changes no object prototype',
  async (key) => {
    const poison = { polluted: 'sim' };
    const inside = key === 'constructor' ? { prototype: poison } : poison;
    const post = (path: string, body: string, method = 'POST') =>
      fetch(`${product.url}/api${path}`, {
        method,
        headers: { ...bearer(), 'content-type': 'application/json' },
        body,
      });
    const text = `{"name":"Ana","email":"ana@exemplo.com","message":"Uma mensagem","${key}":${JSON.stringify(inside)}}`;
    const id = await insertTranscription(product.deps, { userId: ana.userId }, ['Um texto.']);
    const answers = [
      await post('/contact', text),
      await post('/auth/sign-in/email', text),
      await post('/profile', `{"${key}":${JSON.stringify(inside)}}`, 'PATCH'),
      await post(
        `/transcribe/${id}/text`,
        `{"revision":1,"changes":[],"speaker_names":{"${key}":${JSON.stringify(inside)}}}`,
        'PATCH',
      ),
      await sendForm(product, ana.token, [{ field: key, value: JSON.stringify(inside) }]),
      await fetch(`${product.url}/api/transcriptions?${key}[polluted]=sim&${key}.polluted=sim`, {
        headers: bearer(),
      }),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
);

test('the server decompresses a body only up to the body limit, and reads no other format', async () => {
  // The body is a thousand times as large after decompression.
  const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
  const xxe = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>';
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(`${product.url}/api/contact`, { method: 'POST', body, headers });
  const packed = await send(bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  // The server must stop decompressing at the body limit.
  expect(packed.status).toBe(413);
  const spaces = Buffer.alloc(4_000_000, 0x20);
  for (const [encoding, body] of [
    ['br', brotliCompressSync(spaces)],
    ['zstd', zstdCompressSync(spaces)],
    ['deflate', deflateSync(spaces)],
    ['gzip, gzip', gzipSync(bomb)],
    ['gzip, br', brotliCompressSync(bomb)],
    ['br, gzip', gzipSync(brotliCompressSync(spaces))],
    ['x-gzip', bomb],
    ['identity, gzip', bomb],
    ['nonsense', bomb],
  ] as const)
    for (const path of ['/api/contact', '/api/auth/sign-in/email', '/api/stripe/webhook']) {
      const answer = await fetch(`${product.url}${path}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      });
      expect([encoding, path, answer.status]).toEqual([
        encoding,
        path,
        expect.toSatisfy((status) => [400, 413, 415].includes(status)),
      ]);
      expect(ErrorBodySchema.parse(await answer.json()).error).not.toMatch(/zlib|brotli|zstd|header check/i);
    }
  for (const type of [
    'text/xml',
    'application/xml',
    'application/x-yaml',
    'application/x-www-form-urlencoded',
  ])
    expect((await send(xxe, { 'content-type': type })).status).toBe(415);
});

test('the server aborts a form with too many parts, fields or headers', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_each, at) => ({ field: `campo${at}`, value: 'x' }));
  const headers = (type: string) => ({ ...bearer(), 'content-type': type });
  const send = (body: Buffer<ArrayBuffer>, type: string) =>
    fetch(`${product.url}/api/transcribe`, { method: 'POST', headers: headers(type), body });
  const flood = formBody(many(20_000));
  const wide = formBody([{ field: 'title', value: 'x'.repeat(900_000) }]);
  const named = formBody([{ field: 'x'.repeat(100_000), value: 'x' }]);
  const endless = Buffer.concat([
    Buffer.from('--fronteira\r\n'),
    Buffer.from('x-a: b\r\n'.repeat(50_000)),
    Buffer.from('\r\n\r\nx\r\n--fronteira--\r\n'),
  ]);
  const file = formBody([{ field: 'file', name: 'aula.mp3', bytes: Buffer.alloc(100_000, 7) }]);
  const cut = file.body.subarray(0, 50_000);
  const startedMs = performance.now();
  const answers = [
    await send(flood.body, flood.type),
    await send(wide.body, wide.type),
    await send(named.body, named.type),
    await send(endless, flood.type),
    await send(Buffer.from('sem fronteira'), 'multipart/form-data'),
    await send(Buffer.from('--fronteira\r\n'), flood.type),
    await send(cut, flood.type),
    await send(flood.body, `multipart/form-data; boundary=${'-'.repeat(70_000).slice(0, 5_000)}`),
  ];
  const statuses = answers.map(({ status }) => status);
  expect(
    statuses.filter((status) => ![400, 413, 415].includes(status)),
    String(statuses),
  ).toEqual([]);
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  expect(await isAlive()).toEqual([200, '']);
});

test('the server reads or refuses a body of any depth, and never crashes', async () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const list = `[${'['.repeat(400_000)}`;
  for (const body of [
    deep,
    list,
    `{"name":"${'\\u0000'.repeat(150_000)}"}`,
    '"texto"',
    'null',
    '[]',
    '1e999',
  ])
    for (const path of ['/api/contact', '/api/auth/sign-in/email']) {
      const answer = await fetch(`${product.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([400, 413]).toContain(answer.status);
    }
  expect(await isAlive()).toEqual([200, '']);
});

/** Starts the product's HTTP server with shorter deadlines. */
async function startWithDeadlines(changes: Partial<RequestDeadlines>) {
  const app = await buildApp(product.deps, { ...defaultDeadlines, ...changes });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const open = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const ended = Promise.withResolvers<void>();
  app.server.on('connection', (line) => line.once('close', () => ended.resolve()));
  return {
    port,
    open,
    /** Resolves when the server has closed its first connection. */
    firstEnded: ended.promise,
    [Symbol.asyncDispose]: () => app.close(),
  };
}

/** Sends one byte at a time until the server closes the connection, and returns the server's answer. */
async function drip(port: number, start: string) {
  const line = connect(port, '127.0.0.1').on('error', () => {});
  let heard = '';
  line.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  const isOver = new Promise<void>((resolve) => line.once('close', () => resolve()));
  line.write(start);
  const dripping = setInterval(() => (line.writable ? line.write('x') : undefined), 10);
  await isOver;
  clearInterval(dripping);
  return heard;
}

test('the server aborts a head and a body that arrive one byte at a time, although the connection is never idle', async () => {
  await using heads = await startWithDeadlines({ headMs: 100, lookEveryMs: 50 });
  const head = await drip(heads.port, 'GET /health/live HTTP/1.1\r\nhost: a\r\nx-a: ');
  expect(head).toMatch(/^HTTP\/1.1 408 /);
  await using bodies = await startWithDeadlines({ bodyMs: 100 });
  const json = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{';
  // The whole body would take a quarter of an hour, so only the deadline can end these connections in time.
  for (const path of ['/api/contact', '/api/auth/sign-in/email', '/api/support'])
    await drip(bodies.port, `POST ${path} HTTP/1.1\r\nhost: a\r\n${json}`);
  // The server must answer timely requests, and the default deadlines must leave time for a recording.
  expect((await fetch(`http://127.0.0.1:${bodies.port}/api/plans`)).status).toBe(200);
  expect(defaultDeadlines).toMatchObject({ headMs: 60_000, bodyMs: 60_000, silentMs: 120_000 });
}, 30_000);

test('the server aborts an answer that the client reads one byte at a time, and frees its memory', async () => {
  await using app = await startWithDeadlines({ answerMs: 400 });
  const dora = await signedInUser(product);
  const id = await insertTranscription(product.deps, { userId: dora.userId }, ['Um texto.']);
  await product.deps.db.transaction(async (tx) => {
    // Skip the search trigger, which would need seconds to split nineteen megabytes into words.
    await tx.execute(sql`set local session_replication_role = replica`);
    // The text must be larger than the socket buffers and hard to compress.
    await tx.execute(sql`
      update transcripts set text = (select string_agg(md5(n::text), '') from generate_series(1, 600000) n)
      where transcription_id = ${id}`);
  });
  const line = connect(app.port, '127.0.0.1').on('error', () => {});
  line.pause();
  line.write(`GET /api/account/export HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${dora.token}\r\n\r\n`);
  const slowRead = setInterval(() => line.read(1), 20);
  // Reading the whole answer would take days, so only the deadline can end this connection.
  await app.firstEnded;
  clearInterval(slowRead);
  line.destroy();
  expect(await isAlive()).toEqual([200, '']);
}, 30_000);

test('the server answers other requests despite connections that never end their head', async () => {
  await using app = await startWithDeadlines({});
  const lines = Array.from({ length: 300 }, () => {
    const line = connect(app.port, '127.0.0.1');
    line.on('error', () => {});
    line.write('GET /health/live HTTP/1.1\r\nhost: a\r\nx-');
    return line;
  });
  await expect.poll(app.open).toBe(300);
  expect((await fetch(`http://127.0.0.1:${app.port}/api/plans`)).status).toBe(200);
  // The answer must have arrived while all of these connections were open.
  expect(await app.open()).toBeGreaterThanOrEqual(300);
  for (const line of lines) line.destroy();
});

longTest(
  'the server aborts a head and a body that never end within two minutes',
  async () => {
    const { port } = product.config.http;
    const starts = [
      'GET /health/live HTTP/1.1\r\nhost: a\r\nx-a: ',
      'POST /api/contact HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    ];
    await Promise.all(
      starts.map(async (start) => {
        const line = connect(port, '127.0.0.1');
        line.on('error', () => {});
        let isOver = false;
        line.on('close', () => {
          isOver = true;
        });
        line.resume();
        line.write(start);
        const startedMs = performance.now();
        while (!isOver && performance.now() - startedMs < 130_000) {
          await delay(1_000);
          if (line.writable) line.write('x');
        }
        line.destroy();
        expect(performance.now() - startedMs).toBeLessThan(120_000);
      }),
    );
  },
  150_000,
);

test('the server accepts twenty event streams of one user, and answers 429 with Retry-After to hundreds more', async () => {
  const id = await insertTranscription(product.deps, { userId: ana.userId, status: 'processing' });
  const controller = new AbortController();
  for (const path of ['/api/transcriptions/events', `/api/transcribe/${id}/events`]) {
    const open = () =>
      fetch(`${product.url}${path}`, { headers: bearer(), signal: controller.signal }).then((answer) => {
        if (!answer.ok) void answer.text();
        return answer;
      });
    const answers: Response[] = [];
    for (let round = 0; round < 10; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, open))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(480);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const bia = await signedInUser(product);
  expect((await bia.call('/profile')).status).toBe(200);
  controller.abort();
  // A closed stream must free its slot.
  await expect
    .poll(async () => {
      const answer = await ana.call('/transcriptions/events');
      await answer.body?.cancel();
      return answer.status;
    })
    .toBe(200);
}, 30_000);

test('the server limits the total bytes of one user’s unfinished uploads, even if all begin in parallel', async () => {
  const carla = await signedInUser(product);
  const { maxBytes } = product.config.uploads;
  const begin = (bytes: number | undefined) =>
    fetch(`${product.url}/api/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${carla.token}`,
        'tus-resumable': '1.0.0',
        'upload-metadata': 'filename YQ==',
        ...(bytes === undefined ? { 'upload-defer-length': '1' } : { 'upload-length': String(bytes) }),
      },
    });
  const answers = await Promise.all(Array.from({ length: 12 }, () => begin(maxBytes)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(2).fill(201), ...Array(10).fill(409)]);
  for (const bytes of [1, undefined]) {
    const refused = await begin(bytes);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'too_many_uploads' }]);
  }
  // A form must count as an upload too.
  const asForm = await sendForm(product, carla.token, [
    { field: 'file', name: 'a.mp3', bytes: Buffer.alloc(9) },
  ]);
  expect(await asForm.json()).toMatchObject({ code: 'too_many_uploads' });
  // Deleting an upload must free its bytes.
  const [first] = answers.filter(({ status }) => status === 201);
  const deletion = await fetch(new URL(first?.headers.get('location') ?? '', product.url), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${carla.token}`, 'tus-resumable': '1.0.0' },
  });
  expect(deletion.status).toBe(204);
  expect((await begin(maxBytes)).status).toBe(201);
});

test.each(['title', 'fileName'] as const)(
  'a %s with line breaks cannot end its HTTP header',
  async (field) => {
    const name = `aula"\r\nset-cookie: roubado=1\r\n\r\n<script>${randomUUID()}.mp3`;
    const id = await insertTranscription(product.deps, { userId: ana.userId, [field]: name }, ['Um texto.']);
    for (const format of ['srt', 'vtt']) {
      const answer = await ana.call(`/transcribe/${id}/${format}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([]);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^attachment; filename="[\w .()+,=@-]*"; filename\*=UTF-8''[\w.!~%-]*$/);
      // The header must contain this file's name and not a fallback.
      expect(disposition).toContain('roubado=1');
      expect(await answer.text()).not.toContain('<script>');
    }
  },
);
