import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, sendFile, sendForm, uploadRecording } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let recording: Buffer;
let me: TestUser;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({ ...engine.environment, UPLOAD_MAX_BYTES: '3145728' });
  recording = await recordingOf(5);
  me = await signedInUser(product);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const file = (bytes: Uint8Array, name = 'aula.mp3') => ({ field: 'file', name, bytes });

/** Counts unused uploads and stored files, which a refusal must not leave behind. */
async function traces() {
  const { rows } = await product.deps.db.execute<{ count: number }>(
    sql`select count(*)::int as count from uploads where used_at is null`,
  );
  const stored: string[] = [];
  for await (const { key } of product.deps.storage.list('uploads')) stored.push(key);
  const { rows: used } = await product.deps.db.execute<{ id: string }>(
    sql`select id from uploads where used_at is not null`,
  );
  return { rows: rows[0]?.count, objects: stored.length - used.length };
}
const none = { rows: 0, objects: 0 };

test('form fields may come before or after the file', async () => {
  const before = await sendForm(product, me.token, [{ field: 'title', value: 'Aula um' }, file(recording)]);
  const after = await sendForm(product, me.token, [file(recording), { field: 'title', value: 'Aula dois' }]);
  expect([before.status, after.status]).toEqual([201, 201]);
  const [one, two] = (await Promise.all([before.json(), after.json()])) as { jobId: string }[];
  expect((await readJob(product, me.token, one?.jobId ?? '')).title).toBe('Aula um');
  expect((await readJob(product, me.token, two?.jobId ?? '')).title).toBe('Aula dois');
});

test.each([
  ['no file', () => [{ field: 'title', value: 'Sem' }], 400, 'Selecione um arquivo para continuar.'],
  ['two files', () => [file(recording), file(recording)], 400, 'Envie um arquivo por vez.'],
  [
    'a title that is too long',
    () => [file(recording), { field: 'title', value: 'a'.repeat(201) }],
    400,
    'Use no máximo 200 caracteres no título.',
  ],
  [
    'more than the limit',
    () => [file(Buffer.alloc(3_300_000, 1))],
    413,
    'O envio passa do tamanho permitido.',
  ],
])('the server refuses a form with %s and keeps nothing', async (_what, parts, status, error) => {
  const answer = await sendForm(product, me.token, parts());
  expect(await answer.json()).toMatchObject({ error });
  expect(answer.status).toBe(status);
  expect(await traces()).toEqual(none);
});

test('the server accepts a large file in a form, but refuses a large JSON body', async () => {
  const silence = encodeWav(new Int16Array(16_000 * 60));
  expect(silence.length).toBeGreaterThan(1_500_000);
  expect((await sendFile(product, me.token, silence, 'silêncio.wav')).status).toBe(201);
  const words = await me.call('/transcribe', { body: { uploadId: 'a'.repeat(1_100_000) } });
  expect(words.status).toBe(413);
});

test('the server refuses a file without a session', async () => {
  const answer = await sendFile(product, 'nonsense', recording);
  expect(answer.status).toBe(401);
  expect(await traces()).toEqual(none);
});

test('the server validates a JSON body', async () => {
  const answer = await me.call('/transcribe', { body: { uploadId: 'outro' } });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', error: expect.any(String) });
});

test('another user’s transcription is not found', async () => {
  const id = await uploadRecording(product, me.token, recording);
  const other = await signedInUser(product);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/retry'],
    ['GET', '/events'],
  ] as const)
    expect((await other.call(`/transcribe/${id}${path}`, { method })).status).toBe(404);
  const change = await other.call(`/transcribe/${id}`, { method: 'PUT', body: { text: 'meu' } });
  expect(change.status).toBe(404);
});
