import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wavOf } from '#server/adapters/media/wav-of.ts';
import { arrivedPerson } from '#tests/arrived-person.ts';
import { filmWithoutSound, recordingOf } from '#tests/recordings.ts';
import { startScriptedEngine } from '#tests/scripted-engine.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';
import { accepted, formBody, readJob, sendFile, sendForm } from '#tests/uploading.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedEngine>>;
let recording: Buffer;
let me: Awaited<ReturnType<typeof arrivedPerson>>;

beforeAll(async () => {
  engine = await startScriptedEngine();
  product = await startTestProduct({ ...engine.environment, UPLOAD_MAX_BYTES: '3145728' });
  recording = await recordingOf(5);
  me = await arrivedPerson(product);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const file = (bytes: Uint8Array, name = 'aula.mp3') => ({ field: 'file', name, bytes });

/** What a refusal must not leave behind. */
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

test('the fields may come before the file and after it', async () => {
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
    'an empty file',
    () => [file(Buffer.alloc(0))],
    400,
    'O arquivo está vazio. Escolha outro e tente de novo.',
  ],
  [
    'a text that calls itself a recording',
    () => [file(Buffer.from('Isto é só um texto. '.repeat(500)))],
    400,
    'Formato de arquivo inválido. Aceitamos MP3, MP4, WAV, M4A, FLAC, OGG, MOV, AVI, MKV, FLV.',
  ],
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
])('%s is refused in words, and leaves nothing', async (_what, parts, status, error) => {
  const answer = await sendForm(product, me.token, parts());
  expect(await answer.json()).toMatchObject({ error });
  expect(answer.status).toBe(status);
  expect(await traces()).toEqual(none);
});

test('a file may be larger than any form, and a body of mere words may not', async () => {
  const silence = wavOf(new Int16Array(16_000 * 60));
  expect(silence.length).toBeGreaterThan(1_500_000);
  expect((await sendFile(product, me.token, silence, 'silêncio.wav')).status).toBe(201);
  const words = await me.call('/transcribe', { body: { uploadId: 'a'.repeat(1_100_000) } });
  expect(words.status).toBe(413);
});

test('a film without sound is told so', async () => {
  const answer = await sendFile(product, me.token, await filmWithoutSound(), 'filme.mp4');
  expect(await answer.json()).toMatchObject({
    error: 'Este vídeo não possui áudio. Por favor, envie um arquivo com som.',
  });
  expect(await traces()).toEqual(none);
});

test.each([
  ['a path', '../../etc/passwd', 'passwd'],
  ['a path of Windows', 'C:\\Aulas\\física.mp3', 'física.mp3'],
  ['4,000 letters', `${'ã'.repeat(4_000)}.mp3`, 'ã'.repeat(300)],
  ['quotes, as browsers write them', 'um %22nome%22 e%0Aaspas.mp3', 'um "nome" easpas.mp3'],
])('%s for a name: kept to be shown, and used nowhere', async (_what, name, shown) => {
  const answer = await sendFile(product, me.token, recording, name);
  const { jobId } = (await answer.json()) as { jobId: string };
  expect(answer.status).toBe(201);
  expect((await readJob(product, me.token, jobId)).file_name).toBe(shown);
});

test('a name with a NUL in it neither breaks the database nor the server', async () => {
  const answer = await sendFile(product, me.token, recording, 'au\0la.mp3');
  expect([201, 400]).toContain(answer.status);
  expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
});

test('an upload that breaks off half way leaves neither a row nor a file', async () => {
  const { type, body } = formBody([file(Buffer.alloc(900_000, 7))]);
  const call = request(`${product.url}/api/transcribe`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${me.token}`,
      'content-type': type,
      'content-length': body.length,
    },
  });
  call.on('error', () => {});
  call.write(body.subarray(0, 400_000));
  const begun = () =>
    product.deps.db
      .execute(sql`select 1 from uploads where used_at is null`)
      .then(({ rowCount }) => rowCount);
  await expect.poll(begun).toBe(1);
  call.destroy();
  await expect.poll(traces).toEqual(none);
});

test('without a session nothing is taken', async () => {
  const answer = await sendFile(product, 'nonsense', recording);
  expect(answer.status).toBe(401);
  expect(await traces()).toEqual(none);
});

test('a body that is no form is checked too', async () => {
  const answer = await me.call('/transcribe', { body: { uploadId: 'outro' } });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', error: expect.any(String) });
});

test('what is somebody else’s is not there', async () => {
  const id = await accepted(product, me.token, recording);
  const other = await arrivedPerson(product);
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
