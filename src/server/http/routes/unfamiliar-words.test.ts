import type { Worker } from 'node:worker_threads';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UnfamiliarWords } from '#contract/unfamiliar-words.ts';
import { correctedWords } from '#server/adapters/db/schema/corrected-words.ts';
import { transcriptionChunks, transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { finishTranscription } from '#server/features/transcriptions/run/finish-transcription.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
}, 60_000);
afterAll(() => product.close());

type Options = Partial<Parameters<typeof insertTranscription>[1]>;

/** A user with recordings of these passages, because the words of one recording count in all of them. */
async function owner() {
  const user = await signedInUser(product);
  const insert = (texts: readonly string[], options: Options = {}) =>
    insertTranscription(product.deps, { userId: user.userId, segments: spokenSegments(texts), ...options });
  return { ...user, insert };
}

const ask = (user: TestUser, id: string) => user.call(`/transcribe/${id}/unfamiliar-words`);

async function wordsOf(user: TestUser, id: string): Promise<string[]> {
  const answer = await ask(user, id);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as UnfamiliarWords).words;
}

async function edit(user: TestUser, id: string, texts: Readonly<Record<number, string>>) {
  const { revision } = await readJob(product, user.token, id);
  const changes = Object.entries(texts).map(([segment, text]) => ({ id: Number(segment), text }));
  const body = { revision, changes };
  expect((await user.call(`/transcribe/${id}/text`, { method: 'PATCH', body })).status).toBe(200);
}

const storedWords = (id: string) =>
  product.deps.db
    .select({ segment: correctedWords.segmentId, words: correctedWords.words })
    .from(correctedWords)
    .where(eq(correctedWords.transcriptionId, id))
    .orderBy(correctedWords.segmentId);

test('the answer has the keys of the unfamiliar words, each once and in order, and the revision', async () => {
  const me = await owner();
  const id = await me.insert(['Znayder e o Kubernetes, às 10h30.', '“KUBERNETES” na aula de físsica', 'sim']);
  expect(await (await ask(me, id)).json()).toEqual({
    words: ['físsica', 'kubernetes', 'znayder'],
    revision: 1,
  });
  await edit(me, id, { 1: 'na aula de física' });
  expect(await (await ask(me, id)).json()).toEqual({ words: ['kubernetes', 'znayder'], revision: 2 });
});

test('neither figures nor signs nor words with a figure are unfamiliar', async () => {
  const me = await owner();
  expect(await wordsOf(me, await me.insert(['10 1.234,56 2ª 3D R$ — … covid19 B12 100% 10h30']))).toEqual([]);
});

test('a word is familiar if the text has it once in the spelling of the dictionary', async () => {
  const me = await owner();
  expect(await wordsOf(me, await me.insert(['o ibge mediu']))).toEqual(['ibge']);
  expect(await wordsOf(me, await me.insert(['o ibge mediu', 'pelo IBGE,']))).toEqual([]);
});

test('a recording without a heard word has no unfamiliar words', async () => {
  const me = await owner();
  expect(await (await ask(me, await me.insert([]))).json()).toEqual({ words: [], revision: 1 });
});

test('a word that the owner wrote into another recording is familiar, but not to another owner', async () => {
  const [me, other] = [await owner(), await owner()];
  const texts = ['a Znaider falou', 'com o Kubernetes'];
  const [corrected, mine, foreign] = [
    await me.insert(texts),
    await me.insert(texts),
    await other.insert(texts),
  ];
  await edit(me, corrected, { 0: 'a Znayder falou', 1: 'com o kubernetes' });
  const heard = await me.insert(['“ZNAYDER”, disse Znaider']);
  expect(await wordsOf(me, heard)).toEqual(['znaider']);
  // Another spelling of the same word is no correction of it.
  expect(await wordsOf(me, mine)).toEqual(['kubernetes', 'znaider']);
  expect(await wordsOf(me, corrected)).toEqual(['kubernetes']);
  expect(await wordsOf(other, foreign)).toEqual(['kubernetes', 'znaider']);
});

test('a half-typed word disappears with the next save, and the words of earlier saves stay', async () => {
  const me = await owner();
  const id = await me.insert(['a Znaider falou', 'o kluster caiu']);
  await edit(me, id, { 0: 'a Znayd falou' });
  expect(await storedWords(id)).toEqual([{ segment: 0, words: ['znayd'] }]);
  await edit(me, id, { 0: 'a Znayder falou', 1: 'o Kubernetes caiu' });
  await edit(me, id, { 0: 'a Znayder xingou' });
  expect(await storedWords(id)).toEqual([
    { segment: 0, words: ['znayder', 'xingou'] },
    { segment: 1, words: ['kubernetes'] },
  ]);
});

test('a word that the owner removes is forgotten, and a passage without corrected words has no row', async () => {
  const me = await owner();
  const id = await me.insert(['a Znaider falou']);
  await edit(me, id, { 0: 'a Znayder falou' });
  await edit(me, id, { 0: 'a falou' });
  expect(await storedWords(id)).toEqual([]);
  expect(await wordsOf(me, await me.insert(['Znayder']))).toEqual(['znayder']);
});

test('a whole text laid over its passages keeps the new words, also of a text without passages', async () => {
  const me = await owner();
  const id = await me.insert(['a Znaider falou', 'do kluster']);
  const put = (each: string, text: string) =>
    me.call(`/transcribe/${each}`, { method: 'PUT', body: { text } });
  expect((await put(id, 'a Znayder falou do Kubernetes')).status).toBe(204);
  expect(await storedWords(id)).toEqual([
    { segment: 0, words: ['znayder'] },
    { segment: 1, words: ['kubernetes'] },
  ]);
  const old = await me.insert([]);
  await product.deps.db.execute(
    sql`update transcripts set text = 'a Znaider falou' where transcription_id = ${old}`,
  );
  expect((await put(old, 'a Znayder falou')).status).toBe(204);
  expect(await storedWords(old)).toEqual([{ segment: 0, words: ['znayder'] }]);
});

test('words of a deleted recording do not count, return with it, and the sweep removes them', async () => {
  const me = await owner();
  const [deleted, id] = [await me.insert(['a Znaider']), await me.insert(['Znayder'])];
  await edit(me, deleted, { 0: 'a Znayder' });
  expect(await wordsOf(me, id)).toEqual([]);
  expect((await me.call(`/transcribe/${deleted}`, { method: 'DELETE' })).status).toBe(204);
  expect(await wordsOf(me, id)).toEqual(['znayder']);
  const restored = await me.call('/transcriptions/restore', { method: 'POST', body: { ids: [deleted] } });
  expect(restored.status).toBe(200);
  expect(await wordsOf(me, id)).toEqual([]);

  await me.call(`/transcribe/${deleted}`, { method: 'DELETE' });
  expect(await storedWords(deleted)).toHaveLength(1);
  await product.deps.db
    .update(transcriptions)
    .set({ deletedAt: sql`now() - interval '31 days'` })
    .where(eq(transcriptions.id, deleted));
  await runHourlySweep({ ...product.deps, config: product.config }, new AbortController());
  expect(await storedWords(deleted)).toEqual([]);
});

test('another hearing of the recording forgets the words of its former text', async () => {
  const me = await owner();
  const { db } = product.deps;
  const id = await me.insert(['a Znaider falou']);
  await edit(me, id, { 0: 'a Znayder falou' });
  expect(await storedWords(id)).toHaveLength(1);
  await db
    .update(transcriptions)
    .set({ status: 'processing', completedAt: null, chunksTotal: 1, usageState: 'reserved' })
    .where(eq(transcriptions.id, id));
  const segments = spokenSegments(['a Znaider xingou']);
  await db
    .insert(transcriptionChunks)
    .values({ transcriptionId: id, index: 0, startMs: 0, endMs: 5_000, segments, doneAt: new Date() });
  const [row] = await db.select().from(transcriptions).where(eq(transcriptions.id, id));
  if (row === undefined) throw new Error('the recording has no row');
  await finishTranscription(product.deps, row);
  expect(await readJob(product, me.token, id)).toMatchObject({
    status: 'completed',
    text: 'a Znaider xingou',
  });
  expect(await storedWords(id)).toEqual([]);
});

test('the account export names the words of each transcription that has some', async () => {
  const me = await owner();
  const id = await me.insert(['a Znaider falou', 'do kluster'], { title: 'Corrigida' });
  await me.insert(['do kluster'], { title: 'Ouvida' });
  await edit(me, id, { 0: 'a Znayder falou', 1: 'do Kubernetes' });
  const zip = unzipSync(new Uint8Array(await (await me.call('/account/export')).arrayBuffer()));
  const text = strFromU8(zip['transcricoes.txt'] ?? new Uint8Array());
  expect(text.match(/Palavras escritas.*/g)).toEqual([
    'Palavras escritas nas correções: kubernetes, znayder',
  ]);
  const records = JSON.parse(strFromU8(zip['transcricoes.json'] ?? new Uint8Array())) as object[];
  expect(records.filter((record) => 'own_words' in record)).toEqual([
    expect.objectContaining({ title: 'Corrigida', own_words: ['kubernetes', 'znayder'] }),
  ]);
});

test('a user gets no words of a foreign, deleted or unknown transcription', async () => {
  const [me, other] = [await owner(), await owner()];
  expect((await ask(other, await me.insert(['Znayder']))).status).toBe(404);
  expect((await ask(me, await me.insert(['Znayder'], { isDeleted: true }))).status).toBe(404);
  expect((await ask(me, crypto.randomUUID())).status).toBe(404);
});

test.each(['pending', 'processing', 'failed'] as const)(
  'a transcription that is %s has no words to compare yet',
  async (status) => {
    const me = await owner();
    const answer = await ask(me, await me.insert(['Znayder'], { status }));
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'conflict',
      error: 'A transcrição ainda não terminou. As palavras podem ser comparadas depois.',
    });
  },
);

test('a dictionary that fails is logged, the server says so, and the next question starts another', async () => {
  await using other = await startTestProduct();
  const me = await signedInUser(other);
  const id = await insertTranscription(other.deps, { userId: me.userId }, ['Znayder falou']);
  process.once('worker', (thread: Worker) => void thread.terminate());
  const refused = await ask(me, id);
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({
    code: 'internal',
    error: 'O dicionário não respondeu. Já registramos o erro; tente de novo.',
  });
  expect(other.logged()).toContain('the dictionary gave no answer');
  expect(await wordsOf(me, id)).toEqual(['znayder']);
}, 60_000);
