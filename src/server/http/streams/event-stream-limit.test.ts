import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '#contract/errors.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';

const most = 5;
let product: TestProduct;
let ana: TestUser;
let bia: TestUser;

beforeAll(async () => {
  product = await startTestProduct({ EVENT_STREAMS_MAX: String(most) });
  [ana, bia] = await Promise.all([signedInUser(product), signedInUser(product)]);
}, 60_000);
afterAll(() => product.close());

async function taken(): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return Number(/^escriba_event_streams (\d+)$/m.exec(text)?.[1]);
}

function openOf({ token }: { token: string }, path: string, signal: AbortSignal) {
  return fetch(`${product.url}/api${path}`, { headers: { authorization: `Bearer ${token}` }, signal });
}

test('the process limits its event streams of all users and answers 503 with a retry time beyond the limit', async () => {
  const id = await insertTranscription(product.deps, { userId: bia.userId, status: 'processing' });
  const leaving = new AbortController();
  const open = (user: { token: string }, path: string) => openOf(user, path, leaving.signal);
  const held = [
    await open(ana, '/transcriptions/events'),
    await open(ana, '/transcriptions/events'),
    await open(bia, '/transcriptions/events'),
    await open(bia, `/transcribe/${id}/events`),
    await open(bia, `/transcribe/${id}/events`),
  ];
  expect(held.map(({ status }) => status)).toEqual(Array(most).fill(200));
  for (const [user, path] of [
    [ana, '/transcriptions/events'],
    [bia, `/transcribe/${id}/events`],
  ] as const) {
    const refused = await open(user, path);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(15);
    expect(ErrorBodySchema.parse(await refused.json()).code).toBe('too_many_streams');
  }
  expect(await taken()).toBe(most);
  // Other requests still work, and the log mentions the limit once.
  expect((await ana.call('/transcriptions')).status).toBe(200);
  expect(product.logged().match(/the limit of event streams is reached/g)).toHaveLength(1);

  leaving.abort();
  await expect.poll(taken).toBe(0);
  const again = await ana.call('/transcriptions/events');
  expect(again.status).toBe(200);
  await again.body?.cancel();
  await expect.poll(taken).toBe(0);
});

test('a refused or disconnected client leaks no stream slot', async () => {
  const other = await insertTranscription(product.deps, { userId: bia.userId, status: 'processing' });
  for (let count = 0; count < most * 2; count += 1) {
    const answer = await ana.call(`/transcribe/${other}/events`);
    expect(answer.status).toBe(404);
    await answer.body?.cancel();
  }
  await expect.poll(taken).toBe(0);
  for (let count = 0; count < most * 4; count += 1)
    await new Promise<void>((resolve) => {
      const line = connect(product.config.http.port, '127.0.0.1', () => {
        line.write(
          `GET /api/transcriptions/events HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ana.token}\r\n\r\n`,
          // Disconnect before the server has looked up the session.
          () => line.resetAndDestroy(),
        );
      });
      line.once('error', () => {}).once('close', () => resolve());
    });
  await expect.poll(taken).toBe(0);
  const answer = await ana.call('/transcriptions/events');
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
});

longTest(
  'the server holds 2,000 of 2,200 idle streams, refuses the rest and still serves other requests',
  async () => {
    await using crowded = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1', ROLES: 'web,worker' });
    const crowd: TestUser[] = [];
    while (crowd.length < 110)
      crowd.push(...(await Promise.all(Array.from({ length: 10 }, () => signedInUser(crowded)))));
    const leaving = new AbortController();
    // Keep a reference, because garbage collection closes unreferenced answers.
    const answers: Response[] = [];
    for (const { token } of crowd)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const headers = { authorization: `Bearer ${token}` };
          const answer = await fetch(`${crowded.url}/api/transcriptions/events`, {
            headers,
            signal: leaving.signal,
          });
          if (!answer.ok) await answer.text();
          answers.push(answer);
        }),
      );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2_000);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(200);
    const [first] = crowd;
    expect((await fetch(`${crowded.url}/health/live`)).status).toBe(200);
    // It may take long on a busy machine.
    const served = async () => (await first?.call('/transcriptions'))?.status;
    await expect.poll(served, { timeout: 20_000 }).toBe(200);
    leaving.abort();
  },
  300_000,
);
