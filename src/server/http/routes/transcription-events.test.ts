import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProgressEventSchema } from '#contract/transcription.ts';
import { notifyProgress } from '#server/features/transcriptions/run/transcription-status.ts';
import { expectTenEventsASecond, openEventStream } from '#tests/helpers/event-stream.ts';
import { newAccount } from '#tests/helpers/factories.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { apiClient, callAuth } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
let ana: Awaited<ReturnType<typeof someone>>;

beforeAll(async () => {
  // No worker: only the tests change the rows, like another process.
  product = await startTestProduct({ ROLES: 'web', SPEECH_MODEL: 'sandbox' });
  ana = await someone();
}, 60_000);
afterAll(() => product.close());

/** No worker sends the confirmation mail, so confirm the account in the database. */
async function someone() {
  const account = newAccount();
  await callAuth(product, '/sign-up/email', { body: account });
  await product.deps.db.execute(sql`update users set email_verified = true where email = ${account.email}`);
  const { email, password } = account;
  const answer = await callAuth(product, '/sign-in/email', { body: { email, password } });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { account, ...(await apiClient(product, cookie)) };
}

async function recordingWith(chunks: number, { userId } = ana): Promise<string> {
  const { db } = product.deps;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, chunks_total, started_at)
    values (${userId}, 'aula.mp3', 'processing', ${chunks * 60_000}, 'pt', '2026-11-01', ${chunks * 60}, ${chunks}, now())
    returning id`);
  const id = rows[0]?.id ?? '';
  await db.execute(sql`
    insert into transcription_chunks (transcription_id, index, start_ms, end_ms)
    select ${id}, number, number * 60000, (number + 1) * 60000 from generate_series(0, ${chunks - 1}) as number`);
  return id;
}

const segmentsOf = (chunk: number) =>
  [0, 1].map((at) => ({
    id: at,
    start_ms: chunk * 60_000 + at * 1_000,
    end_ms: chunk * 60_000 + at * 1_000 + 900,
    text: `Trecho ${chunk}-${at}.`,
  }));

async function answerChunk(id: string, chunk: number) {
  await product.deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      update transcription_chunks set segments = ${JSON.stringify(segmentsOf(chunk))}::jsonb, done_at = now()
      where transcription_id = ${id} and index = ${chunk}`);
    await tx.execute(sql`update transcriptions set heard_ms = heard_ms + 60000 where id = ${id}`);
    await notifyProgress(tx, id);
  });
}

async function finish(id: string, chunks: number) {
  const all = Array.from({ length: chunks }, (_, chunk) => segmentsOf(chunk))
    .flat()
    .map((segment, at) => ({ ...segment, id: at }));
  await product.deps.db.transaction(async (tx) => {
    await tx.execute(
      sql`update transcriptions set status = 'completed', completed_at = now() where id = ${id}`,
    );
    await tx.execute(sql`
      insert into transcripts (transcription_id, text, segments) values (${id}, 'tudo', ${JSON.stringify(all)}::jsonb)`);
    await tx.execute(sql`delete from transcription_chunks where transcription_id = ${id}`);
    await notifyProgress(tx, id);
  });
}

const streamOf = (id: string, lastEventId?: string, { token } = ana) =>
  openEventStream({ url: `${product.url}/api/transcribe/${id}/events`, token, lastEventId });
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test('the stream sends progress, segments and the end, in order and each once', async () => {
  const id = await recordingWith(4);
  const stream = await streamOf(id);
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.headers.get('cache-control')).toContain('no-store');
  await expect.poll(() => stream.events.length).toBe(1);
  expect(stream.events[0]).toMatchObject({ event: 'progress', data: { status: 'processing', reason: null } });
  ProgressEventSchema.parse(stream.events[0]?.data);

  await answerChunk(id, 0);
  await expect.poll(stream.segments).toHaveLength(2);
  // The third chunk arrives before the second, so the stream holds it back.
  await answerChunk(id, 2);
  await expect.poll(() => stream.events.at(-1)?.data).toMatchObject({ percent: 52 });
  expect(stream.segments()).toHaveLength(2);
  await answerChunk(id, 1);
  await expect.poll(stream.segments).toHaveLength(6);
  await answerChunk(id, 3);
  await finish(id, 4);
  await expect.poll(stream.isOver).toBe(true);
  expect(stream.segments().map((segment) => segment.id)).toEqual(numbers(8));
  expect(stream.segments().map(({ text }) => text)).toEqual(
    numbers(4)
      .flatMap(segmentsOf)
      .map(({ text }) => text),
  );
  expect(stream.events.at(-1)).toMatchObject({ event: 'done', data: { status: 'completed' } });
  expect(stream.events.filter(({ event }) => event === 'done')).toHaveLength(1);
});

test('a reconnecting client continues where its stream broke, also after the end', async () => {
  const id = await recordingWith(3);
  await answerChunk(id, 0);
  const first = await streamOf(id);
  await expect.poll(first.segments).toHaveLength(2);
  const lastId = first.events.at(-1)?.id;
  await first.close();
  await answerChunk(id, 1);
  const second = await streamOf(id, lastId);
  await expect.poll(second.segments).toHaveLength(2);
  expect(second.segments().map((segment) => segment.id)).toEqual([2, 3]);
  const secondId = second.events.at(-1)?.id;
  await second.close();
  await finish(id, 3);
  const third = await streamOf(id, secondId);
  await expect.poll(third.isOver).toBe(true);
  expect(third.segments().map((segment) => segment.id)).toEqual([4, 5]);
  // An invalid Last-Event-ID starts from the beginning.
  const odd = await streamOf(id, '../../1');
  await expect.poll(odd.isOver).toBe(true);
  expect(odd.segments()).toHaveLength(6);
});

test('the stream sends at most ten events a second and the last state', async () => {
  const chunks = 60;
  const id = await recordingWith(chunks);
  const openedAtMs = performance.now();
  const stream = await streamOf(id);
  for (const chunk of numbers(chunks)) await answerChunk(id, chunk);
  await finish(id, chunks);
  await expect.poll(stream.isOver).toBe(true);
  expect(stream.segments()).toHaveLength(chunks * 2);
  expectTenEventsASecond(stream, openedAtMs);
});

test('after a lost database connection the stream sends the change that it missed', async () => {
  const id = await recordingWith(2);
  const stream = await streamOf(id);
  await expect.poll(() => stream.events.length).toBe(1);
  await product.deps.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'escriba-listen' and datname = current_database()`);
  await product.deps.db.execute(sql`update transcriptions set heard_ms = 60000 where id = ${id}`);
  await expect.poll(() => stream.events.at(-1)?.data, { timeout: 8_000 }).toMatchObject({ percent: 52 });
  await stream.close();
});

test('a failed transcription ends the stream with its reason', async () => {
  const id = await recordingWith(2);
  const stream = await streamOf(id);
  await expect.poll(() => stream.events.length).toBe(1);
  await product.deps.db.execute(
    sql`update transcriptions set status = 'failed', reason = 'retries_spent' where id = ${id}`,
  );
  await notifyProgress(product.deps.db, id);
  await expect.poll(stream.isOver).toBe(true);
  expect(stream.events.slice(-2)).toMatchObject([
    {
      event: 'progress',
      data: { status: 'failed', reason_text: expect.stringContaining('Nada foi descontado') },
    },
    { event: 'done', data: { status: 'failed' } },
  ]);
});

test('only the owner opens the stream, at most twenty times, and deletion ends it', async () => {
  const id = await recordingWith(2);
  const other = await someone();
  expect((await streamOf(id, undefined, other)).status).toBe(404);
  expect((await streamOf(id, undefined, { ...ana, token: 'nonsense' })).status).toBe(401);

  const streams = await Promise.all(numbers(20).map(() => streamOf(id)));
  expect(streams.map(({ status }) => status)).toEqual(numbers(20).map(() => 200));
  expect((await streamOf(id)).status).toBe(429);
  await streams[0]?.close();
  await expect
    .poll(async () => {
      const again = await streamOf(id);
      await again.close();
      return again.status;
    })
    .toBe(200);

  expect((await ana.call(`/transcribe/${id}`, { method: 'DELETE' })).status).toBe(204);
  await expect.poll(() => streams.slice(1).every(({ isOver }) => isOver())).toBe(true);
}, 40_000);

longTest(
  'an idle stream sends a heartbeat every half minute',
  async () => {
    const id = await recordingWith(2);
    // A pending transcription has no estimate that changes over time.
    await product.deps.db.execute(sql`update transcriptions set status = 'pending' where id = ${id}`);
    const stream = await streamOf(id);
    await expect.poll(stream.comments, { timeout: 40_000, interval: 500 }).toBe(1);
    expect(stream.events).toHaveLength(1);
    await stream.close();
  },
  60_000,
);

test('a stopping server ends its streams without waiting for them', async () => {
  const stream = await streamOf(await recordingWith(2));
  await expect.poll(() => stream.events.length).toBe(1);
  const begunAt = performance.now();
  await product.close();
  expect(performance.now() - begunAt).toBeLessThan(20_000);
  await expect.poll(stream.isOver).toBe(true);
}, 45_000);
