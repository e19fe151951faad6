import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, sendForm } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let ana: TestUser;
let recording: Buffer<ArrayBuffer>;
beforeAll(async () => {
  product = await startTestProduct();
  ana = await signedInUser(product);
  recording = Buffer.from(await recordingOf(2));
}, 60_000);
afterAll(() => product.close());

/** Direction marks, zero-width characters and control characters of both ranges. */
const unseen =
  '\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c\u200b\u200c\u2060\ufeff\u00ad\u0001\u001b\u007f\u0085\u009b';
/** A program that interprets the marks shows this name as "aula-exe.mp3". */
const disguised = [...'aula-3pm.exe']
  .map((letter, at) => letter + (unseen[at * 2] ?? '') + (unseen[at * 2 + 1] ?? ''))
  .join('');
const shows = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test('the server removes invisible characters from a form’s file name and title', async () => {
  const answer = await sendForm(product, ana.token, [
    { field: 'title', value: `\u202e${disguised}\u200b` },
    { field: 'file', name: `${disguised}\u202e.mp3`, bytes: recording },
  ]);
  expect(answer.status).toBe(201);
  const { jobId } = (await answer.json()) as { jobId: string };
  const { title, file_name: fileName } = await readJob(product, ana.token, jobId);
  expect(title).toBe('aula-3pm.exe');
  expect(fileName).toBe('aula-3pm.exe.mp3');
  expect(title).not.toMatch(shows);
  expect(fileName).not.toMatch(shows);
});

test('the server removes invisible characters from an upload’s file name and from a changed title', async () => {
  const tus = tusAt(product, ana.token);
  const path = await tus.begin(recording.length, `${disguised}.mp3`);
  const { rows } = await product.deps.db.execute<{ name: string }>(
    sql`select file_name as name from uploads where id = ${idIn(path)}`,
  );
  expect(rows[0]?.name).not.toMatch(shows);
  expect((await tus.patch(path, 0, recording)).status).toBe(204);
  const begun = await ana.call('/transcribe', { body: { uploadId: idIn(path), title: disguised } });
  const { jobId } = (await begun.json()) as { jobId: string };
  expect((await readJob(product, ana.token, jobId)).title).not.toMatch(shows);
  const changed = await ana.call(`/transcribe/${jobId}`, {
    method: 'PUT',
    body: { title: `\u2067${disguised}` },
  });
  expect(changed.status).toBe(204);
  const { title, file_name: fileName } = await readJob(product, ana.token, jobId);
  expect(title).not.toMatch(shows);
  expect(fileName).not.toMatch(shows);
});

test('the server treats a title of only invisible characters as empty', async () => {
  const id = await insertTranscription(product.deps, { userId: ana.userId, title: 'Antes' }, ['Um texto.']);
  await ana.call(`/transcribe/${id}`, { method: 'PUT', body: { title: '\u202e\u200b\u2069' } });
  expect((await readJob(product, ana.token, id)).title || null).toBeNull();
});

test('a download removes invisible characters from a name that an earlier release stored', async () => {
  const changes = { userId: ana.userId, title: disguised, fileName: `${disguised}.mp3` };
  const id = await insertTranscription(product.deps, changes, ['Um texto.']);
  const answer = await ana.call(`/transcribe/${id}/srt`);
  const disposition = answer.headers.get('content-disposition') ?? '';
  expect(decodeURIComponent(disposition)).not.toMatch(shows);
  expect(disposition).toContain('aula-3pm.exe');
});

test('the server keeps joined emoji together', async () => {
  const id = await insertTranscription(product.deps, { userId: ana.userId }, ['Um texto.']);
  const title = 'Aula 👩🏽‍🏫 com a família 👨‍👩‍👧';
  await ana.call(`/transcribe/${id}`, { method: 'PUT', body: { title } });
  expect((await readJob(product, ana.token, id)).title).toBe(title);
});
