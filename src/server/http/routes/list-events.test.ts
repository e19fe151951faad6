import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListChange, ListChangeEventSchema, ListStatesSchema } from '#contract/transcription-list.ts';
import { transcriptionChunks } from '#server/adapters/db/schema/transcriptions.ts';
import { notifyProgress } from '#server/features/transcriptions/run/transcription-status.ts';
import { expectTenEventsASecond, openEventStream } from '#tests/helpers/event-stream.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, segmentsSaying } from '#tests/helpers/stored-transcriptions.ts';
import { uploadRecording } from '#tests/helpers/upload-recording.ts';

let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
/** The first runs web and worker; the second, on the same database, only web. */
let product: TestProduct;
let second: TestProduct;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  const SESSION_SECRET = randomBytes(32).toString('hex');
  const environment = { ...engine.environment, SESSION_SECRET, TRUSTED_PROXIES: '127.0.0.1' };
  product = await startTestProduct(environment);
  // One public address, so that both accept the same tokens.
  const PUBLIC_URL = product.url;
  const DATABASE_URL = product.config.database.url;
  second = await startTestProduct({ ...environment, DATABASE_URL, PUBLIC_URL, ROLES: 'web' });
}, 90_000);
afterAll(async () => {
  await second.close();
  await product.close();
  await engine.close();
});

async function streamOf({ token }: TestUser, port = product.config.http.port) {
  const stream = await openEventStream({ url: `http://127.0.0.1:${port}/api/transcriptions/events`, token });
  return {
    ...stream,
    changes: () =>
      stream.events.map(({ event, data }) => {
        expect(event).toBe('changed');
        return ListChangeEventSchema.parse(data) satisfies ListChange;
      }),
  };
}
type Stream = Awaited<ReturnType<typeof streamOf>>;
const of = (stream: Stream, id: string) => stream.changes().filter(({ job_id }) => job_id === id);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

function processing({ userId }: TestUser) {
  return insertTranscription(product.deps, {
    userId,
    status: 'processing',
    usageState: 'reserved',
    startedAt: new Date(),
  });
}

async function advance(id: string) {
  await product.deps.db.execute(
    sql`update transcriptions set heard_ms = heard_ms + duration_ms / 10 where id = ${id}`,
  );
  await notifyProgress(product.deps.db, id);
}

test('a second process streams the progress of a recording from upload to text', async () => {
  const ana = await signedInUser(product);
  const stream = await streamOf(ana, second.config.http.port);
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const id = await uploadRecording(product, ana.token, await recordingOf(5));
  await expect.poll(() => of(stream, id).at(-1)?.status, { timeout: 15_000 }).toBe('completed');
  expect(of(stream, id).at(-1)).toMatchObject({
    progress: { percent: 100, seconds_left: 0 },
    reason_text: null,
    can_retry: false,
    audio_duration: expect.closeTo(5, 0),
  });
  await stream.close();
}, 40_000);

test('the stream sends running transcriptions at once, finished ones not, and then deletions and restores', async () => {
  const bia = await signedInUser(product);
  const [busy, done] = [
    await processing(bia),
    await insertTranscription(product.deps, { userId: bia.userId }, ['Feito.']),
  ];
  const stream = await streamOf(bia, second.config.http.port);
  await expect.poll(() => stream.changes()).toHaveLength(1);
  expect(stream.changes()[0]).toMatchObject({ job_id: busy, status: 'processing' });
  await bia.call('/transcriptions/delete', { body: { ids: [done] } });
  await expect.poll(() => of(stream, done).at(-1)?.status).toBe('deleted');
  await bia.call('/transcriptions/restore', { body: { ids: [done] } });
  await expect.poll(() => of(stream, done).at(-1)?.status).toBe('completed');
  await stream.close();
});

test('the stream of a user without transcriptions opens at once', async () => {
  const nobody = await signedInUser(product);
  const stream = await streamOf(nobody);
  await expect.poll(stream.comments).toBe(1);
  expect(stream.changes()).toEqual([]);
  await stream.close();
});

test('the stream contains nothing of other users', async () => {
  const [caio, other] = [await signedInUser(product), await signedInUser(product)];
  const own = await processing(caio);
  const [stream, foreign] = [await streamOf(caio), await streamOf(other)];
  await advance(own);
  await expect.poll(() => of(stream, own).at(-1)?.progress.percent).toBe(13);
  expect(foreign.changes()).toEqual([]);
  expect((await streamOf({ ...caio, token: 'nonsense' })).status).toBe(401);
  await Promise.all([stream.close(), foreign.close()]);
});

test('the stream sends at most ten events a second and the last state of each transcription', async () => {
  const davi = await signedInUser(product);
  const ids = await Promise.all(numbers(15).map(() => processing(davi)));
  const openedAtMs = performance.now();
  const stream = await streamOf(davi);
  for (const _ of numbers(6)) for (const id of ids) await advance(id);
  const isReported = (id: string) => of(stream, id).at(-1)?.progress.percent === 61;
  await expect.poll(() => ids.every(isReported), { timeout: 15_000 }).toBe(true);
  expectTenEventsASecond(stream, openedAtMs);
  await stream.close();
}, 30_000);

test('a running transcription sends the last sentence heard, and a finished one does not', async () => {
  const ivo = await signedInUser(product);
  const [id, quiet] = [await processing(ivo), await processing(ivo)];
  const texts = [
    ['Bom dia a todos.', 'Registro a presença.'],
    [],
    null,
    ['A pauta tem três', 'itens.'],
    null,
  ];
  await product.deps.db.insert(transcriptionChunks).values(
    texts.map((said, index) => ({
      transcriptionId: id,
      index,
      startMs: index * 1_000,
      endMs: (index + 1) * 1_000,
      segments: said && segmentsSaying(said),
    })),
  );
  const stream = await streamOf(ivo, second.config.http.port);
  await expect.poll(() => of(stream, id).at(-1)?.last_sentence).toBe('A pauta tem três itens.');
  await expect.poll(() => of(stream, quiet).at(-1)).toMatchObject({ last_sentence: null });
  await product.deps.db
    .update(transcriptionChunks)
    .set({ segments: segmentsSaying(['Passo a palavra.']) })
    .where(and(eq(transcriptionChunks.transcriptionId, id), eq(transcriptionChunks.index, 4)));
  await advance(id);
  await expect.poll(() => of(stream, id).at(-1)?.last_sentence).toBe('Passo a palavra.');
  await product.deps.db.execute(sql`update transcriptions set status = 'completed' where id = ${id}`);
  await notifyProgress(product.deps.db, id);
  await expect.poll(() => of(stream, id).at(-1)).toMatchObject({ status: 'completed', last_sentence: null });
  await stream.close();
});

test('the states of one’s own transcriptions can be asked for, also of ended and deleted ones', async () => {
  const [lia, other] = [await signedInUser(product), await signedInUser(product)];
  const [busy, done, gone, foreign] = [
    await processing(lia),
    await insertTranscription(product.deps, { userId: lia.userId }, ['Feito.']),
    await insertTranscription(product.deps, { userId: lia.userId, isDeleted: true, deletedAt: new Date() }),
    await processing(other),
  ];
  const answer = await lia.call('/transcriptions/states', { body: { ids: [busy, done, gone, foreign] } });
  const { states } = ListStatesSchema.parse(await answer.json());
  const statuses = Object.fromEntries(states.map(({ job_id, status }) => [job_id, status]));
  expect(statuses).toEqual({ [busy]: 'processing', [done]: 'completed', [gone]: 'deleted' });
});

test('after a lost database connection the stream sends the changes that it missed', async () => {
  const eva = await signedInUser(product);
  const [busy, ending] = [await processing(eva), await processing(eva)];
  const stream = await streamOf(eva);
  await expect.poll(() => stream.changes()).toHaveLength(2);
  await product.deps.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'escriba-listen' and datname = current_database()`);
  await product.deps.db.execute(
    sql`update transcriptions set heard_ms = duration_ms / 10 where id = ${busy}`,
  );
  await product.deps.db.execute(sql`update transcriptions set status = 'completed' where id = ${ending}`);
  await expect.poll(() => of(stream, busy).at(-1)?.progress.percent, { timeout: 8_000 }).toBe(13);
  await expect.poll(() => of(stream, ending).at(-1)?.status, { timeout: 8_000 }).toBe('completed');
  await stream.close();
}, 30_000);

longTest(
  'an idle stream sends a heartbeat every half minute',
  async () => {
    const stream = await streamOf(await signedInUser(product));
    await expect.poll(stream.comments, { timeout: 40_000, interval: 500 }).toBe(2);
    expect(stream.events).toHaveLength(0);
    await stream.close();
  },
  60_000,
);
