import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ChecksEdited, ChecksEditSchema } from '#contract/checks.ts';
import { checkedPassages } from '#server/adapters/db/schema/checks.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
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

type Edit = Partial<z.input<typeof ChecksEditSchema>>;

const texts = ['bom dia turma', 'hoje é a prova de física', 'boa sorte'] as const;
const heard = (id: 0 | 1 | 2) => ({ id, text: texts[id], heard_ms: 500 });

const insertRecording = (options: Partial<Parameters<typeof insertTranscription>[1]> = {}) =>
  insertTranscription(product.deps, { userId: me.userId, segments: spokenSegments(texts), ...options });

const patch = (id: string, edit: Edit, user = me) =>
  user.call(`/transcribe/${id}/checks`, { method: 'PATCH', body: { checked: [], unchecked: [], ...edit } });

async function change(id: string, edit: Edit): Promise<ChecksEdited> {
  const answer = await patch(id, edit);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ChecksEdited;
}

async function checkedIn(id: string): Promise<number[]> {
  const answer = await me.call(`/transcribe/${id}/checks`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ChecksEdited).checked;
}

async function editText(id: string, segment: number, text: string) {
  const { revision } = await readJob(product, me.token, id);
  const body = { revision, changes: [{ id: segment, text }] };
  expect((await me.call(`/transcribe/${id}/text`, { method: 'PATCH', body })).status).toBe(200);
}

const storedChecks = (id: string) =>
  product.deps.db.select().from(checkedPassages).where(eq(checkedPassages.transcriptionId, id));

test('a passage decided for an equal word is confirmed and unheard, until its sound has passed', async () => {
  const id = await insertRecording();
  await change(id, { checked: [heard(0)] });
  const accepted = { ...heard(1), heard_ms: 0 };
  expect(await change(id, { checked: [{ ...heard(0), heard_ms: 0 }, accepted] })).toMatchObject({
    checked: [0, 1],
    unheard: [1],
  });
  const [first] = (await storedChecks(id)).filter(({ segmentId }) => segmentId === 1);
  expect(await change(id, { checked: [heard(1)] })).toMatchObject({ checked: [0, 1], unheard: [] });
  const [second] = (await storedChecks(id)).filter(({ segmentId }) => segmentId === 1);
  expect(second?.checkedAt.getTime()).toBeGreaterThan(first?.checkedAt.getTime() ?? Number.POSITIVE_INFINITY);

  await editText(id, 1, 'hoje é outra coisa');
  const now = { id: 1, text: 'hoje é outra coisa', heard_ms: 0 };
  expect(await change(id, { checked: [now] })).toMatchObject({ checked: [0, 1], unheard: [1] });
});

test('confirmed passages come in the order of the text, and the text keeps its revision', async () => {
  const id = await insertRecording();
  expect(await checkedIn(id)).toEqual([]);
  expect(await change(id, { checked: [heard(2), heard(0)] })).toEqual({
    checked: [0, 2],
    unheard: [],
    refused: [],
    revision: 1,
  });
  expect(await checkedIn(id)).toEqual([0, 2]);
  expect(await change(id, { checked: [heard(1)], unchecked: [0] })).toMatchObject({
    checked: [1, 2],
    refused: [],
  });
  expect(await checkedIn(id)).toEqual([1, 2]);
  expect(await readJob(product, me.token, id)).toMatchObject({ revision: 1, text: texts.join(' ') });
});

test('passages of a text with moved ids also come in the order of the text', async () => {
  const id = await insertRecording({ segments: spokenSegments(texts).toReversed() });
  expect((await change(id, { checked: texts.map((text, at) => ({ id: at, text })) })).checked).toEqual([
    2, 1, 0,
  ]);
});

test('a confirmation lapses with an edit of its passage alone, and returns with an undo', async () => {
  const id = await insertRecording();
  await change(id, { checked: [heard(0), heard(1)] });
  await editText(id, 1, 'hoje é a prova de química');
  expect(await checkedIn(id)).toEqual([0]);
  await editText(id, 1, texts[1]);
  expect(await checkedIn(id)).toEqual([0, 1]);
});

test('an edit of the whole text and another hearing also end a confirmation', async () => {
  const id = await insertRecording();
  await change(id, { checked: [heard(0), heard(1), heard(2)] });
  const text = 'bom dia turma hoje é a prova de química boa sorte';
  expect((await me.call(`/transcribe/${id}`, { method: 'PUT', body: { text } })).status).toBe(204);
  expect(await checkedIn(id)).toEqual([0, 2]);
  const segments = spokenSegments([texts[0], 'má sorte']);
  await product.deps.db.update(transcripts).set({ segments }).where(eq(transcripts.transcriptionId, id));
  expect(await checkedIn(id)).toEqual([0]);
});

test('a speaker or a name does not end a confirmation', async () => {
  const id = await insertRecording();
  await change(id, { checked: [heard(0)] });
  const body = { revision: 1, changes: [{ id: 0, speaker: 'A' }], speaker_names: { A: 'Ana' } };
  expect((await me.call(`/transcribe/${id}/text`, { method: 'PATCH', body })).status).toBe(200);
  expect(await checkedIn(id)).toEqual([0]);
});

test('the server refuses passages with another text or without a row, and confirms the others', async () => {
  const id = await insertRecording();
  await change(id, { checked: [heard(2)] });
  const checked = [heard(0), { id: 1, text: `${texts[1]}.` }, { id: 2, text: '' }, { id: 9, text: 'oi' }];
  const far = { id: Number.MAX_SAFE_INTEGER, text: 'oi' };
  const answer = await change(id, { checked: [...checked, far], unchecked: [7, far.id - 1] });
  expect(answer).toMatchObject({ checked: [0, 2], refused: [1, 2, 9, far.id] });
  expect(await checkedIn(id)).toEqual([0, 2]);
});

test('the server removes NUL and lone surrogates from a sent text, as an edit does', async () => {
  const id = await insertRecording();
  await editText(id, 0, 'bo\0m dia\ud800');
  expect((await change(id, { checked: [{ id: 0, text: 'bo\0m dia\ud800' }] })).checked).toEqual([0]);
});

test('a repeated request gives the same answer and keeps the time of the confirmation', async () => {
  const id = await insertRecording();
  await change(id, { checked: [heard(1)] });
  const edit = { checked: [heard(0), { id: 2, text: 'azar' }], unchecked: [1] };
  const first = await change(id, edit);
  const rows = await storedChecks(id);
  expect(await change(id, edit)).toEqual(first);
  expect(await storedChecks(id)).toEqual(rows);
  expect(rows).toHaveLength(1);
});

test('a new confirmation of a changed passage replaces the lapsed one', async () => {
  const id = await insertRecording();
  await change(id, { checked: [heard(0)] });
  await editText(id, 0, 'Bom dia, turma.');
  expect(await change(id, { checked: [heard(0)] })).toMatchObject({ checked: [], refused: [0] });
  const now = { id: 0, text: 'Bom dia, turma.' };
  expect(await change(id, { checked: [now] })).toMatchObject({ checked: [0], refused: [], revision: 2 });
  expect(await storedChecks(id)).toHaveLength(1);
});

test('edits and confirmations in parallel never confirm a text that was not sent', async () => {
  const id = await insertRecording();
  const other = 'boa tarde turma';
  for (let round = 0; round < 40; round += 1) {
    const { revision } = await readJob(product, me.token, id);
    const [from, to] = round % 2 === 0 ? [texts[0], other] : [other, texts[0]];
    const edit = { revision, changes: [{ id: 0, text: to }] };
    const [edited, ...answers] = await Promise.all([
      me.call(`/transcribe/${id}/text`, { method: 'PATCH', body: edit }),
      patch(id, { checked: [{ id: 0, text: from }] }),
      patch(id, { checked: [{ id: 0, text: from }, heard(1)] }),
    ]);
    expect([edited, ...answers].map(({ status }) => status)).toEqual([200, 200, 200]);
    // Only the text before the edit was sent in this round, so its confirmation has lapsed.
    expect(await checkedIn(id)).toEqual([1]);
    await change(id, { unchecked: [0, 1] });
  }
});

test('a confirmation waits for the edit of another tab and then refuses its text', async () => {
  const id = await insertRecording();
  const { db } = product.deps;
  const isBlockedBy = async (pid: number) =>
    (await db.execute(sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`)).rows
      .length > 0;
  const segments = spokenSegments(['boa noite turma', texts[1], texts[2]]);
  const { waiting } = await db.transaction(async (tx) => {
    await tx.update(transcripts).set({ segments }).where(eq(transcripts.transcriptionId, id));
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const answer = change(id, { checked: [heard(0), heard(1)] });
    await expect.poll(() => isBlockedBy(rows[0]?.pid ?? 0)).toBe(true);
    return { waiting: answer };
  });
  expect(await waiting).toMatchObject({ checked: [1], refused: [0] });
});

test('of two tabs, the later one takes back what the earlier one confirms', async () => {
  for (let round = 0; round < 40; round += 1) {
    const id = await insertRecording();
    const confirming = patch(id, { checked: [heard(0), heard(1)] });
    const [, undone] = await Promise.all([confirming, patch(id, { checked: [heard(2)], unchecked: [0] })]);
    const answered = ((await undone.json()) as ChecksEdited).checked;
    // Either order is right, but not a mixture of both.
    const later = answered.includes(1) ? [1, 2] : [0, 1, 2];
    expect(await checkedIn(id)).toEqual(later);
  }
});

test.each([
  ['no passage', {}, 'Escolha ao menos um trecho.'],
  [
    'a passage twice',
    { checked: [heard(0), heard(0)] },
    'Um trecho veio duas vezes. Recarregue a página e confira de novo.',
  ],
  [
    'a passage in both lists',
    { checked: [heard(0)], unchecked: [0] },
    'Um trecho veio duas vezes. Recarregue a página e confira de novo.',
  ],
  [
    'more than 500 confirmations',
    { checked: Array.from({ length: 501 }, (_, id) => ({ id, text: '' })) },
    'Envie no máximo 500 trechos de cada vez.',
  ],
  [
    'more than 500 undone confirmations',
    { unchecked: Array.from({ length: 501 }, (_, id) => id) },
    'Envie no máximo 500 trechos de cada vez.',
  ],
  [
    'a text beyond the limit',
    { checked: [heard(1), { id: 0, text: 'a'.repeat(20_001) }] },
    'Use no máximo 20.000 caracteres.',
  ],
  ['a negative id', { unchecked: [-1] }, 'Use um número de no mínimo 0.'],
])('the server refuses %s and confirms nothing', async (_what, edit, error) => {
  const id = await insertRecording();
  const answer = await patch(id, edit);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', error });
  expect(await checkedIn(id)).toEqual([]);
});

test('the server confirms 500 passages in one request', async () => {
  const sentences = Array.from({ length: 500 }, (_, at) => `frase ${at}`);
  const id = await insertRecording({ segments: spokenSegments(sentences) });
  const { checked, refused } = await change(id, { checked: sentences.map((text, at) => ({ id: at, text })) });
  expect([checked.length, refused.length]).toEqual([500, 0]);
});

test('a user can neither read nor change checks of a foreign, deleted or unknown transcription', async () => {
  const [id, deleted] = [await insertRecording(), await insertRecording({ isDeleted: true })];
  const other = await signedInUser(product);
  for (const [user, each] of [
    [other, id],
    [me, deleted],
    [me, crypto.randomUUID()],
  ] as const) {
    expect((await user.call(`/transcribe/${each}/checks`)).status).toBe(404);
    expect((await patch(each, { checked: [heard(0)] }, user)).status).toBe(404);
  }
  expect(await storedChecks(id)).toEqual([]);
});

test.each(['pending', 'processing', 'failed'] as const)(
  'a transcription that is %s has no passages to confirm yet',
  async (status) => {
    const id = await insertRecording({ status });
    for (const answer of [
      await me.call(`/transcribe/${id}/checks`),
      await patch(id, { checked: [heard(0)] }),
    ]) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        code: 'conflict',
        error: 'A transcrição ainda não terminou. Os trechos podem ser conferidos depois.',
      });
    }
    expect(await storedChecks(id)).toEqual([]);
  },
);

test('a restored transcription has its confirmations, and the sweep removes those of a deleted one', async () => {
  const { db } = product.deps;
  const id = await insertRecording();
  await change(id, { checked: [heard(0)] });
  expect((await me.call(`/transcribe/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await patch(id, { checked: [heard(1)] })).status).toBe(404);
  const restored = await me.call('/transcriptions/restore', { method: 'POST', body: { ids: [id] } });
  expect(restored.status).toBe(200);
  expect(await checkedIn(id)).toEqual([0]);

  await me.call(`/transcribe/${id}`, { method: 'DELETE' });
  expect(await storedChecks(id)).toHaveLength(1);
  await db.execute(sql`update transcriptions set deleted_at = now() - interval '31 days' where id = ${id}`);
  await runHourlySweep({ ...product.deps, config: product.config }, new AbortController());
  expect(await storedChecks(id)).toEqual([]);
});

test('the account export counts the confirmed passages of each transcription that has some', async () => {
  const lia = await signedInUser(product);
  const recording = { userId: lia.userId, segments: spokenSegments([...texts, ' ', 'até amanhã']) };
  const id = await insertRecording({ ...recording, title: 'Conferida' });
  const lapsed = await insertRecording({ ...recording, title: 'Vencida' });
  await insertRecording({ userId: lia.userId, title: 'Na fila', status: 'pending' });
  for (const each of [id, lapsed])
    expect((await patch(each, { checked: [heard(0), heard(2), { id: 3, text: ' ' }] }, lia)).status).toBe(
      200,
    );
  const segments = spokenSegments(['outro texto']);
  await product.deps.db.update(transcripts).set({ segments }).where(eq(transcripts.transcriptionId, lapsed));

  const zip = unzipSync(new Uint8Array(await (await lia.call('/account/export')).arrayBuffer()));
  const text = strFromU8(zip['transcricoes.txt'] ?? new Uint8Array());
  expect(text.match(/Trechos conferidos: .*/g)).toEqual(['Trechos conferidos: 2 de 4']);
  const records = JSON.parse(strFromU8(zip['transcricoes.json'] ?? new Uint8Array())) as object[];
  expect(records).toContainEqual(expect.objectContaining({ title: 'Conferida', checked_text: '2 de 4' }));
  expect(records.filter((record) => 'checked_text' in record)).toHaveLength(1);
});

test('a confirmation does not wait for the row of its transcription, which a deletion locks first', async () => {
  const id = await insertRecording();
  await product.deps.db.transaction(async (tx) => {
    await tx.select().from(transcriptions).where(eq(transcriptions.id, id)).for('update');
    expect(await change(id, { checked: [heard(0)] })).toMatchObject({ checked: [0], refused: [] });
  });
});

test('confirmations never block the deletion of the account, which removes them', async () => {
  for (let round = 0; round < 10; round += 1) {
    const eva = await signedInUser(product);
    const id = await insertRecording({ userId: eva.userId });
    expect((await patch(id, { checked: [heard(1)] }, eva)).status).toBe(200);
    const [gone, ...answers] = await Promise.all([
      eva.call('/auth/me', { method: 'DELETE' }),
      ...Array.from({ length: 4 }, () => patch(id, { checked: [heard(0)], unchecked: [1] }, eva)),
    ]);
    expect(gone.status).toBe(204);
    for (const { status } of answers) expect([200, 401, 404, 409]).toContain(status);
    expect(await storedChecks(id)).toEqual([]);
  }
}, 60_000);
