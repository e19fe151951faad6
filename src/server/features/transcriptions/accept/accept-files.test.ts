import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failingProxy } from '#tests/helpers/network-faults.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { s3Environment, startS3Server } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { formBody } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let line: Awaited<ReturnType<typeof failingProxy>>;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let recording: Buffer<ArrayBuffer>;

/** Counts the server's probes on their way to the storage, which answers slowly. */
const probes = { all: 0, running: 0, maxConcurrent: 0, mostOnDisk: 0, takeMs: 30 };
const fetched = () => readdir(join(product.config.dataDir, 'work', 'fetched')).catch(() => []);

/** Matches the file itself, not the tus notes beside it. */
const isLook = ({ method, url = '' }: IncomingMessage) =>
  method === 'GET' && /\/uploads\/[0-9a-f-]{36}(\?x-id=GetObject)?$/.test(url);

async function countProbe(incoming: IncomingMessage) {
  if (!isLook(incoming)) return;
  probes.all += 1;
  probes.running += 1;
  probes.maxConcurrent = Math.max(probes.maxConcurrent, probes.running);
  probes.mostOnDisk = Math.max(probes.mostOnDisk, (await fetched()).length);
  const over = new AbortController();
  const leave = () => over.abort();
  incoming.socket.once('close', leave);
  await delay(probes.takeMs, undefined, { signal: over.signal }).catch(() => undefined);
  incoming.socket.off('close', leave);
  probes.running -= 1;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  s3 = await startS3Server(join(folder.path, 's3'));
  line = await failingProxy(s3.endpoint, { before: countProbe });
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({
    ...engine.environment,
    ...s3Environment(s3, line.url),
  });
  recording = Buffer.from(await recordingOf(2));
  // The worker's own reads must not be counted.
  await product.deps.db.execute(sql`
    create function begin_later() returns trigger language plpgsql
    as 'begin new.start_after = now() + interval ''1 hour''; return new; end'`);
  await product.deps.db.execute(sql`
    create trigger begin_later before insert on jobs.job
    for each row when (new.name = 'run-transcription') execute function begin_later()`);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
  await line[Symbol.asyncDispose]();
  await s3.stop();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => {
  Object.assign(probes, { all: 0, running: 0, maxConcurrent: 0, mostOnDisk: 0, takeMs: 30 });
});

async function uploaded({ token }: TestUser) {
  const tus = tusAt(product, token);
  const path = await tus.begin(recording.length);
  expect((await tus.patch(path, 0, recording)).status).toBe(204);
  return idIn(path);
}
const accept = (user: TestUser, uploadId: string) => user.call('/transcribe', { body: { uploadId } });

test('of fifty requests for one upload, one creates a transcription and the server refuses the others at once', async () => {
  const ana = await signedInUser(product);
  const uploadId = await uploaded(ana);
  const answers = await Promise.all(Array.from({ length: 50 }, () => accept(ana, uploadId)));
  const outcomes = await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      code: ((await answer.json()) as { code?: string }).code,
    })),
  );
  expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = outcomes.filter(({ status }) => status !== 201).map(({ code }) => code);
  expect(refused.filter((code) => !['upload_in_use', 'conflict', 'not_found'].includes(code ?? ''))).toEqual(
    [],
  );
  expect(probes.all).toBe(1);
  expect(await fetched()).toEqual([]);
}, 30_000);

test('the server probes many uploads a few at a time, and finishes them all', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => signedInUser(product)));
  const all = await Promise.all(
    people.flatMap((user) => [1, 2, 3, 4].map(async () => ({ user, uploadId: await uploaded(user) }))),
  );
  probes.takeMs = 60;
  const answers = await Promise.all(all.map(({ user, uploadId }) => accept(user, uploadId)));
  expect(answers.map(({ status }) => status)).toEqual(all.map(() => 201));
  expect(probes.all).toBe(12);
  expect(probes.maxConcurrent).toBe(4);
  expect(probes.mostOnDisk).toBeLessThanOrEqual(4);
}, 30_000);

test('the server aborts the probe of a client that disconnects, whose next request finds the upload free', async () => {
  const bia = await signedInUser(product);
  const uploadId = await uploaded(bia);
  probes.takeMs = 20_000;
  const leaving = request(`${product.url}/api/transcribe`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bia.token}`, 'content-type': 'application/json' },
  });
  leaving.on('error', () => {});
  leaving.end(JSON.stringify({ uploadId }));
  await expect.poll(() => probes.running).toBe(1);
  expect((await accept(bia, uploadId)).status).toBe(423);
  leaving.destroy();
  await expect.poll(() => probes.running).toBe(0);
  probes.takeMs = 0;
  await expect.poll(async () => (await accept(bia, uploadId)).status).toBe(201);
  expect(product.logged()).not.toContain('the client left');
}, 30_000);

test('if the storage fails after the file arrived, the user still reads the form’s error', async () => {
  const caio = await signedInUser(product);
  const parts = [
    { field: 'file', name: 'aula.mp3', bytes: recording },
    { field: 'title', value: 'a'.repeat(201) },
  ];
  const { type, body } = formBody(parts);
  const cut = body.indexOf('name="title"');
  const sending = request(`${product.url}/api/transcribe`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caio.token}`, 'content-type': type, 'content-length': body.length },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write(body.subarray(0, cut));
  const stored = async () => {
    const { rows } = await product.deps.db.execute(
      sql`select from uploads where user_id = ${caio.userId} and bytes = ${recording.length}`,
    );
    return rows.length;
  };
  await expect.poll(stored).toBe(1);
  line.fail();
  try {
    sending.end(body.subarray(cut));
    const [answer] = await answered;
    const refusal = JSON.parse(Buffer.concat(await answer.toArray()).toString());
    expect([answer.statusCode, refusal.code, refusal.error]).toEqual([
      400,
      'invalid_input',
      'Use no máximo 200 caracteres no título.',
    ]);
  } finally {
    line.mend();
  }
}, 30_000);
