import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Originals } from '#contract/transcription.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
import { joined, type NamedFile, voiceMessages } from '#tests/helpers/joined-files.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let ana: TestUser;
let files: NamedFile[];
let id: string;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment);
  ana = await signedInUser(product);
  const [first, second, third] = (await voiceMessages(3)) as [NamedFile, NamedFile, NamedFile];
  // As much as a cover picture. It must not count as padding that removes the originals.
  const cover = Buffer.alloc(2_300_000);
  files = [
    { ...first, bytes: Buffer.concat([first.bytes, cover]) },
    { ...second, name: 'Recado da mãe 🎤.final.OPUS' },
    { ...third, name: '' },
  ];
  id = await joined(product, ana, files);
  // expect.poll works only inside a test.
  await vi.waitFor(async () => expect((await readJob(product, ana.token, id)).status).toBe('completed'), {
    timeout: 30_000,
    interval: 100,
  });
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

async function readOriginals(job = id) {
  const answer = await ana.call(`/transcribe/${job}/originals`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  return ((await answer.json()) as Originals).originals;
}

test('each joined file downloads as it was sent, under its own name', async () => {
  const originals = await readOriginals();
  expect(originals.map(({ position, file_name }) => [position, file_name])).toEqual(
    files.map(({ name }, at) => [at + 1, name]),
  );
  const dispositions: (string | null)[] = [];
  for (const [at, { url }] of originals.entries()) {
    const answer = await fetch(`${product.url}${url}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(files[at]?.bytes as Buffer)).toBe(true);
    dispositions.push(answer.headers.get('content-disposition'));
  }
  expect(dispositions).toEqual([
    `attachment; filename="PTT-20260103-WA0001.opus"; filename*=UTF-8''PTT-20260103-WA0001.opus`,
    `attachment; filename="Recado da mae __.final.OPUS"; filename*=UTF-8''Recado%20da%20m%C3%A3e%20%F0%9F%8E%A4.final.OPUS`,
    `attachment; filename="Arquivo 3"; filename*=UTF-8''Arquivo%203`,
  ]);
});

test('a single file has no list of originals, and another user finds none', async () => {
  const single = await uploadRecording(product, ana.token, await recordingOf(2));
  expect(await readOriginals(single)).toEqual([]);
  const bia = await signedInUser(product);
  expect((await bia.call(`/transcribe/${id}/originals`)).status).toBe(404);
});

test('after the retention, list and address say that the originals are gone, and times and text stay', async () => {
  const [first] = await readOriginals();
  await product.deps.db.execute(
    sql`update transcriptions set completed_at = now() - interval '8 days' where id = ${id}`,
  );
  const { config } = product;
  const retention = { ...config.retention, originalsDays: 7 };
  await runHourlySweep(
    { ...product.deps, config: { ...config, retention } },
    { signal: new AbortController().signal },
  );
  const gone = {
    code: 'not_found',
    error: 'Os arquivos originais não estão mais guardados aqui.',
  };
  const list = await ana.call(`/transcribe/${id}/originals`);
  const file = await fetch(`${product.url}${first?.url}`);
  expect([list.status, await list.json()]).toMatchObject([404, gone]);
  expect([file.status, await file.json()]).toMatchObject([404, gone]);
  const stored: string[] = [];
  for await (const { key } of product.deps.storage.list('uploads')) stored.push(key);
  const { rows } = await product.deps.db.execute<{ key: string }>(
    sql`select 'uploads/' || id as key from uploads where user_id = ${ana.userId}`,
  );
  expect(stored.filter((key) => !key.endsWith('.json')).sort()).toEqual(rows.map(({ key }) => key).sort());
  expect(rows).toHaveLength(1);
  const { text, parts } = await readJob(product, ana.token, id);
  expect(text).not.toBe('');
  expect(parts.map(({ file_name }) => file_name)).toEqual(files.map(({ name }) => name));
  expect(parts.every(({ start_ms }) => start_ms !== null)).toBe(true);
});
