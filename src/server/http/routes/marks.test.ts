import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mark, MarkEdit, Marks } from '#contract/marks.ts';
import { marks } from '#server/adapters/db/schema/marks.ts';
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

const physics: MarkEdit = {
  quote: 'a prova de física',
  passage: 1,
  offset: 7,
  start_ms: 2_400,
  end_ms: 3_900,
  note: 'Perguntar a data.',
};

const insertRecording = (options: Partial<Parameters<typeof insertTranscription>[1]> = {}) =>
  insertTranscription(product.deps, {
    userId: me.userId,
    segments: spokenSegments(['bom dia turma', 'hoje é a prova de física', 'boa sorte']),
    ...options,
  });

type Sent = Partial<Record<keyof MarkEdit, unknown>>;

const put = (id: string, markId: string, edit: Sent = {}, user = me) =>
  user.call(`/transcribe/${id}/marks/${markId}`, { method: 'PUT', body: { ...physics, ...edit } });
const remove = (id: string, markId: string, user = me) =>
  user.call(`/transcribe/${id}/marks/${markId}`, { method: 'DELETE' });

async function mark(id: string, edit: Sent = {}, markId: string = crypto.randomUUID()): Promise<Mark> {
  const answer = await put(id, markId, edit);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Mark;
}

async function marksIn(id: string): Promise<Mark[]> {
  const answer = await me.call(`/transcribe/${id}/marks`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Marks).marks;
}

const storedMarks = (id: string) =>
  product.deps.db.select().from(marks).where(eq(marks.transcriptionId, id)).orderBy(marks.id);
const insertMarks = (id: string, amount: number) =>
  product.deps.db.execute(sql`
    insert into marks (id, transcription_id, quote, passage, "offset", note)
    select gen_random_uuid(), ${id}::uuid, 'bom dia', 0, each, '' from generate_series(1, ${amount}::int) as each`);
const waitingForLocks = async () =>
  (await product.deps.db.execute(sql`select 1 from pg_stat_activity where pg_blocking_pids(pid) <> '{}'`))
    .rows.length;
const isBlockedBy = async (pid: number) =>
  (
    await product.deps.db.execute(
      sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`,
    )
  ).rows.length > 0;

test('a mark has the id of the client and the time of the server', async () => {
  const id = await insertRecording();
  expect(await marksIn(id)).toEqual([]);
  const markId = crypto.randomUUID();
  const set = await mark(id, {}, markId);
  expect(set).toEqual({ ...physics, id: markId, created_at: expect.any(String) });
  expect(Math.abs(Date.now() - Date.parse(set.created_at))).toBeLessThan(60_000);
  expect(await marksIn(id)).toEqual([set]);
  expect(await readJob(product, me.token, id)).toMatchObject({ revision: 1 });
});

test('marks come in the order of the text', async () => {
  const id = await insertRecording();
  const late = await mark(id, { start_ms: 4_200, end_ms: 4_900, passage: 2, offset: 0 });
  const early = await mark(id, { start_ms: 0, end_ms: 500, passage: 3, offset: 0 });
  const later = await mark(id, { offset: 9 });
  // The ids have the other order than the times.
  const second = await mark(id, {}, '00000000-0000-4000-8000-000000000000');
  const first = await mark(id, {}, 'ffffffff-ffff-4fff-bfff-ffffffffffff');
  await product.deps.db
    .update(marks)
    .set({ createdAt: new Date(0) })
    .where(eq(marks.id, first.id));
  expect((await marksIn(id)).map((each) => each.id)).toEqual(
    [early, first, second, later, late].map((each) => each.id),
  );
});

test('marks of a text without times come in the order of passage and letter', async () => {
  const id = await insertRecording();
  const timeless = { start_ms: null, end_ms: null };
  const last = await mark(id, { ...timeless, passage: 1, offset: 0 });
  const middle = await mark(id, { ...timeless, passage: 0, offset: 40 });
  const first = await mark(id, { ...timeless, passage: 0, offset: 5 });
  expect(await marksIn(id)).toEqual([first, middle, last]);
});

test('a repeated request changes nothing, and another one replaces all but id and time', async () => {
  const id = await insertRecording();
  const set = await mark(id);
  expect(await mark(id, {}, set.id)).toEqual(set);
  expect(await marksIn(id)).toEqual([set]);
  const changed = { quote: 'boa sorte', passage: 2, offset: 0, start_ms: null, end_ms: null, note: '' };
  expect(await mark(id, changed, set.id)).toEqual({ ...set, ...changed });
  expect(await marksIn(id)).toEqual([{ ...set, ...changed }]);
});

const refusalOf = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as object),
});
const otherNote = 'A nota mudou em outra aba ou aparelho. O que você escreveu continua aqui.';

test('of two tabs with the same note only the first replaces it', async () => {
  const id = await insertRecording();
  const { id: markId } = await mark(id);
  const replaces = { note: physics.note };
  const first = await mark(id, { note: 'da primeira aba', replaces }, markId);
  expect(first).not.toHaveProperty('replaces');
  const second = await put(id, markId, { note: 'da segunda aba', quote: 'boa sorte', replaces });
  expect(await refusalOf(second)).toMatchObject({ status: 409, code: 'conflict', error: otherNote });
  expect(await marksIn(id)).toEqual([first]);
  const emptied = await put(id, markId, { note: '', replaces });
  expect(await refusalOf(emptied)).toMatchObject({ status: 409, error: otherNote });
  const after = await mark(id, { note: 'da segunda aba', replaces: { note: 'da primeira aba' } }, markId);
  expect(await marksIn(id)).toEqual([{ ...first, note: 'da segunda aba' }]);
  expect(await mark(id, { note: 'da segunda aba', replaces: { note: 'da primeira aba' } }, markId)).toEqual(
    after,
  );
  // Without `replaces` the last change wins.
  await mark(id, { note: 'de novo' }, markId);
  expect(await marksIn(id)).toEqual([{ ...first, note: 'de novo' }]);
});

test('of two tabs that replace a note at once one is refused', async () => {
  const id = await insertRecording();
  const { id: markId } = await mark(id);
  const replaces = { note: physics.note };
  const answers = await Promise.all(['uma', 'outra'].map((note) => put(id, markId, { note, replaces })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const kept = (await answers.find(({ status }) => status === 200)?.json()) as Mark;
  expect(await marksIn(id)).toEqual([kept]);
});

test('a note on a mark that another tab has removed does not bring the mark back', async () => {
  const id = await insertRecording();
  const { id: markId, note } = await mark(id);
  expect((await remove(id, markId)).status).toBe(204);
  const late = await put(id, markId, { note: 'tarde demais', replaces: { note } });
  expect(await refusalOf(late)).toMatchObject({
    status: 404,
    code: 'not_found',
    error: 'Esta marca foi removida em outra aba ou aparelho.',
  });
  expect(await storedMarks(id)).toEqual([]);
});

test('a removed mark can be removed again, and put back with its id', async () => {
  const id = await insertRecording();
  const [set, other] = [await mark(id), await mark(id, { offset: 8 })];
  expect((await remove(id, set.id)).status).toBe(204);
  expect((await remove(id, set.id)).status).toBe(204);
  expect(await marksIn(id)).toEqual([other]);
  const back = await mark(id, {}, set.id);
  expect(back).toEqual({ ...set, created_at: expect.any(String) });
  expect(await marksIn(id)).toEqual([back, other]);
});

test('marks survive an edit of their words and another hearing', async () => {
  const id = await insertRecording();
  const set = await mark(id);
  const body = { revision: 1, changes: [{ id: 1, text: 'hoje é outra coisa' }] };
  expect((await me.call(`/transcribe/${id}/text`, { method: 'PATCH', body })).status).toBe(200);
  expect(await marksIn(id)).toEqual([set]);
  const { db } = product.deps;
  await db.delete(transcripts).where(eq(transcripts.transcriptionId, id));
  await db.insert(transcripts).values({ transcriptionId: id, text: 'oi', segments: spokenSegments(['oi']) });
  expect(await marksIn(id)).toEqual([set]);
});

test('a note keeps line breaks, emoji, markup and direction marks; the server removes NUL', async () => {
  const id = await insertRecording();
  const note = `<b>urgente</b> & "já"\r\n\n👩‍⚕️ שָׁלוֹם \u202eavesso\u202c ''; drop table marks; --`;
  const quote = 'disse: “não”\n— e saiu 🏳️‍🌈';
  const set = await mark(id, { note: ` \0${note}\0 `, quote: `${quote}\0` });
  expect(set).toMatchObject({ note, quote });
  expect(await marksIn(id)).toEqual([set]);
});

test('quote and note have a limit', async () => {
  const id = await insertRecording();
  const most = { quote: 'q'.repeat(20_000), note: 'n'.repeat(2_000), offset: 2_147_483_647 };
  expect(await mark(id, most)).toMatchObject(most);
});

test.each([
  ['no quote', { quote: ' \n ' }, 'Selecione ao menos uma palavra para marcar.'],
  ['a long quote', { quote: 'a'.repeat(20_001) }, 'Um trecho marcado pode ter no máximo 20.000 letras.'],
  ['a long note', { note: 'a'.repeat(2_001) }, 'A nota pode ter no máximo 2.000 letras.'],
  ['one time', { end_ms: null }, 'O trecho precisa do tempo do começo e do fim, ou de nenhum dos dois.'],
  ['an early end', { end_ms: 2_399 }, 'O fim do trecho não pode vir antes do começo.'],
  ['a negative place', { offset: -1 }, 'Use um número de no mínimo 0.'],
  ['a place beyond the database', { passage: 2_147_483_648 }, 'Use um número de no máximo 2.147.483.647.'],
  ['a broken place', { passage: 0.5 }, 'Este dado deve ser um número inteiro.'],
  [
    'a long replaced note',
    { replaces: { note: 'a'.repeat(2_001) } },
    'A nota pode ter no máximo 2.000 letras.',
  ],
  ['no note', { note: undefined }, 'Falta preencher um dado obrigatório.'],
])('the server refuses %s and stores nothing', async (_what, edit, error) => {
  const id = await insertRecording();
  const answer = await put(id, crypto.randomUUID(), edit);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', error });
  expect(await storedMarks(id)).toEqual([]);
});

test.each(['abc', '00000000-0000-4000-8000-00000000000z'])('the mark %s is not found', async (markId) => {
  const id = await insertRecording();
  for (const answer of [await put(id, markId), await remove(id, markId)]) {
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: 'Trecho marcado não encontrado.' });
  }
});

test('a user neither reads nor changes marks of a foreign, deleted or unknown transcription', async () => {
  const [id, deleted] = [await insertRecording(), await insertRecording()];
  const [set, hidden] = [await mark(id), await mark(deleted)];
  expect((await me.call(`/transcribe/${deleted}`, { method: 'DELETE' })).status).toBe(204);
  const rows = [await storedMarks(id), await storedMarks(deleted)];
  const other = await signedInUser(product);
  for (const [user, each, markId] of [
    [other, id, set.id],
    [me, deleted, hidden.id],
    [me, crypto.randomUUID(), crypto.randomUUID()],
  ] as const)
    for (const answer of [
      await user.call(`/transcribe/${each}/marks`),
      await put(each, markId, { note: 'outra' }, user),
      await put(each, crypto.randomUUID(), {}, user),
      await remove(each, markId, user),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: 'Transcrição não encontrada.' });
    }
  expect([await storedMarks(id), await storedMarks(deleted)]).toEqual(rows);
});

test('the id of a mark elsewhere is refused without a word about that mark, and changes nothing', async () => {
  const other = await signedInUser(product);
  const [id, mine] = [await insertRecording(), await insertRecording()];
  const foreign = await insertRecording({ userId: other.userId });
  const theirs = crypto.randomUUID();
  expect((await put(foreign, theirs, { note: 'segredo' }, other)).status).toBe(200);
  const [elsewhere, rows] = [await mark(mine, { note: 'segredo' }), await storedMarks(foreign)];
  for (const markId of [theirs, elsewhere.id]) {
    const answer = await put(id, markId, { note: 'outra' });
    expect(answer.status).toBe(409);
    const error = 'Este trecho não pôde ser marcado. Recarregue a página e tente de novo.';
    expect(await answer.json()).toEqual({ code: 'conflict', error, requestId: expect.any(String) });
    expect((await remove(id, markId)).status).toBe(204);
  }
  expect(await storedMarks(id)).toEqual([]);
  expect(await storedMarks(foreign)).toEqual(rows);
  expect(await marksIn(mine)).toEqual([elsewhere]);
});

test.each(['pending', 'processing', 'failed'] as const)(
  'a transcription that is %s has no words to mark yet',
  async (status) => {
    const id = await insertRecording({ status });
    for (const answer of [await me.call(`/transcribe/${id}/marks`), await put(id, crypto.randomUUID())]) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        code: 'conflict',
        error: 'A transcrição ainda não terminou. Os trechos podem ser marcados depois.',
      });
    }
    expect(await storedMarks(id)).toEqual([]);
  },
);

test('a text has at most 1,000 marks, also if five arrive at once', async () => {
  const id = await insertRecording();
  await insertMarks(id, 997);
  const kept = await mark(id);
  // The lock on the table makes all five begin before one of them counts.
  const { sent } = await product.deps.db.transaction(async (tx) => {
    await tx.execute(sql`lock table marks in share mode`);
    const all = Array.from({ length: 5 }, () => put(id, crypto.randomUUID()));
    await expect.poll(waitingForLocks).toBe(5);
    return { sent: all };
  });
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({
    code: 'conflict',
    error: 'Este texto já tem 1.000 trechos marcados. Remova um para marcar outro.',
  });
  expect(await storedMarks(id)).toHaveLength(1_000);
  // A full text still lets its marks change.
  expect(await mark(id, { note: 'outra' }, kept.id)).toEqual({ ...kept, note: 'outra' });
  expect((await remove(id, kept.id)).status).toBe(204);
  await mark(id);
});

test('the same mark sent ten times at once is one mark', async () => {
  const id = await insertRecording();
  const markId = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => mark(id, {}, markId)));
  expect(new Set(answers.map((each) => each.created_at)).size).toBe(1);
  expect(await marksIn(id)).toEqual([answers[0]]);
});

test('a mark waits for the deletion of its transcription and is then not found', async () => {
  const id = await insertRecording();
  const { db } = product.deps;
  const { waiting } = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await tx.delete(transcriptions).where(eq(transcriptions.id, id));
    const answer = put(id, crypto.randomUUID());
    await expect.poll(() => isBlockedBy(rows[0]?.pid ?? 0)).toBe(true);
    return { waiting: answer };
  });
  expect((await waiting).status).toBe(404);
});

test('a mark does not wait for an edit of the text', async () => {
  const id = await insertRecording();
  await product.deps.db.transaction(async (tx) => {
    await tx.select().from(transcripts).where(eq(transcripts.transcriptionId, id)).for('update');
    const set = await mark(id);
    expect((await remove(id, set.id)).status).toBe(204);
  });
});

test('a restored transcription has its marks, and the sweep removes those of a deleted one', async () => {
  const { db } = product.deps;
  const id = await insertRecording();
  const set = await mark(id);
  expect((await me.call(`/transcribe/${id}`, { method: 'DELETE' })).status).toBe(204);
  const restored = await me.call('/transcriptions/restore', { method: 'POST', body: { ids: [id] } });
  expect(restored.status).toBe(200);
  expect(await marksIn(id)).toEqual([set]);

  await me.call(`/transcribe/${id}`, { method: 'DELETE' });
  expect(await storedMarks(id)).toHaveLength(1);
  await db.execute(sql`update transcriptions set deleted_at = now() - interval '31 days' where id = ${id}`);
  await runHourlySweep({ ...product.deps, config: product.config }, new AbortController());
  expect(await storedMarks(id)).toEqual([]);
});
