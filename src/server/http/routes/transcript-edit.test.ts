import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let me: TestUser;

beforeAll(async () => {
  product = await startTestProduct();
  me = await signedInUser(product);
}, 60_000);
afterAll(() => product.close());

const texts = ['bom dia turma', 'hoje é a prova de física', 'boa sorte'];

async function insertRecording(options: Partial<Parameters<typeof insertTranscription>[1]> = {}) {
  const segments = spokenSegments(texts);
  return insertTranscription(product.deps, { userId: me.userId, segments, ...options });
}

type Patch = { revision: number; changes: object[]; speaker_names?: object };

const patch = (id: string, body: Patch, user = me) =>
  user.call(`/transcribe/${id}/text`, { method: 'PATCH', body });

test('a corrected segment keeps its times and those of its unchanged words', async () => {
  const id = await insertRecording();
  const before = await readJob(product, me.token, id);
  const answer = await patch(id, { revision: 1, changes: [{ id: 1, text: 'Hoje é a prova de química' }] });
  expect(await answer.json()).toEqual({ revision: 2 });
  const after = await readJob(product, me.token, id);
  expect(after.revision).toBe(2);
  expect(after.text).toBe('bom dia turma Hoje é a prova de química boa sorte');
  const [was, is] = [before.segments[1], after.segments[1]];
  expect(is).toMatchObject({ start_ms: was?.start_ms, end_ms: was?.end_ms });
  expect(is?.words?.slice(1, 5)).toEqual(was?.words?.slice(1, 5));
  expect(is?.words?.[5]).toEqual({ ...was?.words?.[5], text: 'química', confidence: undefined });
  expect(after.segments[0]).toEqual(before.segments[0]);
});

test('a save on an outdated revision gets a conflict and changes nothing', async () => {
  const id = await insertRecording();
  const save = (text: string) => patch(id, { revision: 1, changes: [{ id: 0, text }] });
  const answers = await Promise.all([save('um'), save('dois')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await save('três');
  expect(await late.json()).toMatchObject({ code: 'text_changed_elsewhere', error: expect.any(String) });
  const winner = answers[0]?.status === 200 ? 'um' : 'dois';
  expect(await readJob(product, me.token, id)).toMatchObject({
    revision: 2,
    segments: [{ text: winner }, {}, {}],
  });
});

test('a repeated save gets a conflict and finds its own text stored', async () => {
  const id = await insertRecording();
  const body = { revision: 1, changes: [{ id: 0, text: 'Bom dia, turma.' }] };
  expect((await patch(id, body)).status).toBe(200);
  expect((await patch(id, body)).status).toBe(409);
  const found = await readJob(product, me.token, id);
  expect(found).toMatchObject({ revision: 2, segments: [{ text: 'Bom dia, turma.' }, {}, {}] });
});

test('the server keeps an emptied segment for undo, and omits it from the text', async () => {
  const id = await insertRecording();
  await patch(id, { revision: 1, changes: [{ id: 1, text: '' }] });
  const emptied = await readJob(product, me.token, id);
  expect(emptied.text).toBe('bom dia turma boa sorte');
  expect(emptied.segments[1]).toMatchObject({ text: '', words: [] });
  await patch(id, { revision: 2, changes: [{ id: 1, text: texts[1] }] });
  const back = await readJob(product, me.token, id);
  expect(back.text).toBe(texts.join(' '));
  expect(back.segments[1]?.words).toHaveLength(6);
});

test('the server stores names only for existing speakers and deletes emptied names', async () => {
  const segments = spokenSegments(texts, { speaker: 'A' });
  const id = await insertRecording({ segments, speakerNames: { A: 'Ana' } });
  const changes = [{ id: 2, speaker: 'B' }];
  await patch(id, { revision: 1, changes, speaker_names: { A: '', B: ' Bia ', C: 'Ciro' } });
  const after = await readJob(product, me.token, id);
  expect(after.speaker_names).toEqual({ B: 'Bia' });
  expect(after.segments.map(({ speaker }) => speaker)).toEqual(['A', 'A', 'B']);
  expect(after.text).toContain('física\n\nboa sorte');
});

test('a choice of speaker is a person’s, and its undo leaves the segment to the machine again', async () => {
  const segments = spokenSegments(texts, { speaker: 'A' });
  const id = await insertRecording({ segments });
  const segmentNow = async () => (await readJob(product, me.token, id)).segments[1];
  const speakers = { B: 'Beto' };
  await patch(id, { revision: 1, changes: [{ id: 1, speaker: 'B' }], speaker_names: speakers });
  expect(await segmentNow()).toMatchObject({ text: texts[1], speaker: 'B', assigned: true });
  expect(await readJob(product, me.token, id)).toMatchObject({ speaker_names: speakers });
  await patch(id, { revision: 2, changes: [{ id: 1, speaker: 'A', assigned: false }] });
  expect(await segmentNow()).toMatchObject({ text: texts[1], speaker: 'A' });
  expect(await segmentNow()).not.toHaveProperty('assigned');
  await patch(id, { revision: 3, changes: [{ id: 1, speaker: null }] });
  expect(await segmentNow()).not.toHaveProperty('speaker');
});

test('rewriting a segment removes its warning, and adding punctuation keeps it', async () => {
  const loop = 'sim '.repeat(9).trim();
  const id = await insertRecording({ segments: spokenSegments([loop, loop], { warning: 'loop' }) });
  await patch(id, {
    revision: 1,
    changes: [
      { id: 0, text: 'Sim, senhor.' },
      { id: 1, text: `${loop}.` },
    ],
  });
  const { segments } = await readJob(product, me.token, id);
  expect(segments.map(({ warning }) => warning)).toEqual([undefined, 'loop']);
});

test.each([
  ['a segment that is not there', [{ id: 9, text: 'x' }], 400],
  ['a text beyond the limit', [{ id: 0, text: 'a'.repeat(20_001) }], 400],
  ['changes beyond the limit', Array.from({ length: 5_001 }, () => ({ id: 0 })), 400],
  ['a body beyond the limit', [{ id: 0, speaker: 'a'.repeat(1_100_000) }], 413],
])('the server refuses an edit with %s and changes nothing', async (_what, changes, status) => {
  const id = await insertRecording();
  const answer = await patch(id, { revision: 1, changes: [{ id: 1, text: 'outro' }, ...changes] });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: expect.any(String) });
  expect(await readJob(product, me.token, id)).toMatchObject({ revision: 1, text: texts.join(' ') });
});

test('both edit routes remove NUL and lone surrogates', async () => {
  const id = await insertRecording();
  expect((await patch(id, { revision: 1, changes: [{ id: 0, text: 'bo\0m dia\ud800' }] })).status).toBe(200);
  expect((await readJob(product, me.token, id)).segments[0]?.text).toBe('bom dia\ufffd');
  const put = await me.call(`/transcribe/${id}`, { method: 'PUT', body: { text: 'bo\0a noite' } });
  expect(put.status).toBe(204);
  expect((await readJob(product, me.token, id)).text).toBe('boa noite');
});

test('a user cannot edit a foreign, deleted or unfinished transcription', async () => {
  const [id, deleted] = [await insertRecording(), await insertRecording({ isDeleted: true })];
  const unfinished = await insertRecording({ status: 'processing' });
  const other = await signedInUser(product);
  const body = { revision: 1, changes: [{ id: 0, text: 'meu' }] };
  expect((await patch(id, body, other)).status).toBe(404);
  expect((await patch(deleted, body)).status).toBe(404);
  expect((await patch(unfinished, body)).status).toBe(409);
  expect((await readJob(product, me.token, id)).text).toBe(texts.join(' '));
});

test('a text edited as a whole is split into its segments, and an open tab gets a conflict', async () => {
  const id = await insertRecording();
  const put = (text: string) => me.call(`/transcribe/${id}`, { method: 'PUT', body: { text } });
  expect((await put('Bom dia, turma querida. Hoje é a prova de química. Boa sorte!')).status).toBe(204);
  const after = await readJob(product, me.token, id);
  expect(after.segments.map(({ text }) => text)).toEqual([
    'Bom dia, turma querida.',
    'Hoje é a prova de química.',
    'Boa sorte!',
  ]);
  expect(after.text).toBe('Bom dia, turma querida. Hoje é a prova de química. Boa sorte!');
  expect(after.revision).toBe(2);
  expect((await patch(id, { revision: 1, changes: [{ id: 0, text: 'velho' }] })).status).toBe(409);
  await put(after.text ?? '');
  expect((await readJob(product, me.token, id)).revision).toBe(2);
});

test('a text for a silent recording becomes one segment of its whole duration', async () => {
  const id = await insertRecording({ segments: [], durationMs: 5_000 });
  await me.call(`/transcribe/${id}`, { method: 'PUT', body: { text: 'Ruído de chuva.' } });
  const { segments, text } = await readJob(product, me.token, id);
  expect(text).toBe('Ruído de chuva.');
  expect(segments).toEqual([{ id: 0, start_ms: 0, end_ms: 5_000, text: 'Ruído de chuva.' }]);
});
