import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanUsage } from '#contract/plan-usage.ts';
import { calendarMonth } from '#domain/format/calendar.ts';
import { flacOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { flacWithDuration } from '#tests/media/make-media.ts';

// The headers of these files declare less or more sound than the files contain. No account may get more text than it
// pays for.
/** The timeout is long, because a busy machine decodes several recordings in parallel. */
const timeLimitMs = 240_000;

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const slowly = { timeout: 90_000, interval: 200 };
const freeMonthSeconds = 5 * 3_600;

const usageOf = async ({ userId }: TestUser) =>
  (
    await product.deps.db.execute<{ reserved: number; settled: number }>(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
    )
  ).rows[0];
/** Uses up the month except for `seconds`. */
const leaveSeconds = ({ userId }: TestUser, seconds: number) =>
  product.deps.db.execute(sql`
    insert into usage_months (user_id, month, settled_seconds)
    values (${userId}, ${calendarMonth(product.deps.now())}, ${freeMonthSeconds - seconds})`);
const toPlan = ({ userId }: TestUser, plan: string) =>
  product.deps.db.execute(sql`update profiles set plan = ${plan} where id = ${userId}`);
const send = ({ token }: TestUser, bytes: Uint8Array) => uploadRecording(product, token, bytes);
const job = ({ token }: TestUser, id: string) => readJob(product, token, id);
const ended = async (user: TestUser, ids: readonly string[]) => {
  const states = async () => {
    const jobs = await Promise.all(ids.map((id) => job(user, id)));
    return jobs.map(({ status }) => status);
  };
  await expect
    .poll(async () => (await states()).filter((each) => /pending|processing/.test(each)), slowly)
    .toEqual([]);
  return states();
};

test(
  'the product charges six seconds for each of two files of 5.9 s that declare 1 s',
  async () => {
    engine.answerWith(() => ({}));
    const ana = await signedInUser(product);
    const liar = flacWithDuration(await flacOf(5.9), 1);
    const ids = await Promise.all(Array.from({ length: 2 }, () => send(ana, liar)));
    expect(await ended(ana, ids)).toEqual(Array(2).fill('completed'));
    expect(await usageOf(ana)).toEqual({ reserved: 0, settled: 12 });
    expect((await job(ana, ids[0] ?? '')).audio_duration).toBeCloseTo(5.9, 1);
  },
  timeLimitMs,
);

test(
  'the product charges only the sound of a file that declares more',
  async () => {
    engine.answerWith(() => ({}));
    const bia = await signedInUser(product);
    const id = await send(bia, flacWithDuration(await flacOf(40), 70));
    expect(await ended(bia, [id])).toEqual(['completed']);
    expect(await usageOf(bia)).toEqual({ reserved: 0, settled: 40 });
    expect((await job(bia, id)).audio_duration).toBeCloseTo(40, 1);
  },
  timeLimitMs,
);

test(
  'the worker stops decoding a file of a quarter of an hour that declares a second at the limit, and calls no engine',
  async () => {
    engine.answerWith(() => ({}));
    const caio = await signedInUser(product);
    const id = await send(caio, flacWithDuration(await flacOf(15 * 60), 1));
    expect(await ended(caio, [id])).toEqual(['error']);
    expect(await job(caio, id)).toMatchObject({
      reason_text: 'O arquivo é mais longo do que dizia e passa do limite.',
      can_retry: false,
      text: null,
    });
    expect(engine.begun()).toBe(0);
    expect(await usageOf(caio)).toEqual({ reserved: 0, settled: 0 });
  },
  timeLimitMs,
);

test(
  'a file longer than the remaining minutes fails without a charge, and the product charges its retry in full',
  async () => {
    engine.answerWith(() => ({}));
    const davi = await signedInUser(product);
    await leaveSeconds(davi, 30);
    const id = await send(davi, flacWithDuration(await flacOf(60), 1));
    expect(await ended(davi, [id])).toEqual(['failed']);
    const before = { reserved: 0, settled: freeMonthSeconds - 30 };
    expect(await job(davi, id)).toMatchObject({
      reason_text: expect.stringMatching(/suas horas deste mês não bastam\. Nada foi descontado/),
      audio_duration: 60,
      can_retry: true,
      text: null,
    });
    expect(engine.begun()).toBe(0);
    expect(await usageOf(davi)).toEqual(before);
    const retry = () => davi.call(`/transcribe/${id}/retry`, { method: 'POST' });
    const refused = await retry();
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'quota_spent',
      error: expect.stringMatching(/precisa de 1 min, e restam 30 s neste mês/),
    });
    expect(await usageOf(davi)).toEqual(before);
    await toPlan(davi, 'basic-monthly');
    expect((await retry()).status).toBe(204);
    expect(await ended(davi, [id])).toEqual(['completed']);
    expect(await usageOf(davi)).toEqual({ reserved: 0, settled: before.settled + 60 });
  },
  timeLimitMs,
);

test(
  'the product charges or refuses a retry after a server failure beyond the declared second',
  async () => {
    engine.answerWith(() => ({}));
    const iris = await signedInUser(product);
    await leaveSeconds(iris, 30);
    const id = await send(iris, flacWithDuration(await flacOf(60), 1));
    expect(await ended(iris, [id])).toEqual(['failed']);
    const before = { reserved: 0, settled: freeMonthSeconds - 30 };
    // Set the state of a run that used up its retries before it decoded the sound.
    const retryAfterServerFailure = async () => {
      await product.deps.db.execute(
        sql`update transcriptions set reason = 'retries_spent', duration_ms = 1000 where id = ${id}`,
      );
      expect((await iris.call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(204);
      return ended(iris, [id]);
    };
    expect(await retryAfterServerFailure()).toEqual(['failed']);
    expect(await job(iris, id)).toMatchObject({ reason: 'quota_spent', text: null });
    expect(engine.begun()).toBe(0);
    expect(await usageOf(iris)).toEqual(before);
    await toPlan(iris, 'basic-monthly');
    expect(await retryAfterServerFailure()).toEqual(['completed']);
    expect(await usageOf(iris)).toEqual({ reserved: 0, settled: before.settled + 59 });
  },
  timeLimitMs,
);

test(
  'the product keeps four parallel one-minute files that declare a second within the month',
  async () => {
    engine.answerWith(() => ({}));
    const eva = await signedInUser(product);
    await leaveSeconds(eva, 150);
    const liar = flacWithDuration(await flacOf(60), 1);
    const ids = await Promise.all(Array.from({ length: 4 }, () => send(eva, liar)));
    const states = await ended(eva, ids);
    expect(states.toSorted()).toEqual(['completed', 'completed', 'failed', 'failed']);
    expect(engine.begun()).toBe(2);
    expect(await usageOf(eva)).toEqual({ reserved: 0, settled: freeMonthSeconds - 30 });
    const plan = (await (await eva.call('/auth/plan')).json()) as PlanUsage;
    expect(plan.usedHours).toBeLessThanOrEqual(plan.hoursLimit);
  },
  timeLimitMs,
);

test(
  'a file half a second longer than the month’s remaining time completes without exceeding the limit of the month',
  async () => {
    engine.answerWith(() => ({}));
    const fred = await signedInUser(product);
    await leaveSeconds(fred, 20);
    const id = await send(fred, flacWithDuration(await flacOf(20.5), 20));
    expect(await ended(fred, [id])).toEqual(['completed']);
    expect(await usageOf(fred)).toEqual({ reserved: 0, settled: freeMonthSeconds });
  },
  timeLimitMs,
);

test(
  'the product charges a recording deleted during transcription for the sound sent to an engine, not for its header',
  async () => {
    const held = Promise.withResolvers<void>();
    engine.answerWith(() => ({ until: held.promise }));
    const gil = await signedInUser(product);
    const id = await send(gil, flacWithDuration(await flacOf(60), 1));
    await expect.poll(engine.begun, slowly).toBe(1);
    expect((await gil.call(`/transcribe/${id}`, { method: 'DELETE' })).status).toBe(204);
    held.resolve();
    expect(await usageOf(gil)).toEqual({ reserved: 0, settled: 60 });
  },
  timeLimitMs,
);

test(
  'the product charges the transcribed part of a file cut at the plan’s limit, and shows its text',
  async () => {
    engine.answerWith((call) => ({ text: `Parte ${call}.` }));
    const hugo = await signedInUser(product);
    await toPlan(hugo, 'basic-monthly');
    // A limit of an hour would take five times the processor time.
    await product.deps.db.execute(sql`update plans set max_file_minutes = 12 where id = 'basic-monthly'`);
    // The engine transcribes the first minutes while the worker decodes the rest. Decoding stops at the limit.
    const id = await send(hugo, flacWithDuration(await flacOf(13 * 60), 11 * 60));
    expect(await ended(hugo, [id])).toEqual(['completed']);
    const cut = await job(hugo, id);
    expect(cut).toMatchObject({
      reason: 'cut_at_limit',
      text: expect.stringContaining('Parte 1.'),
      has_media: false,
    });
    expect(cut.audio_duration).toBeGreaterThan(0);
    expect(cut.audio_duration).toBeLessThanOrEqual(11 * 60);
    expect(await usageOf(hugo)).toEqual({ reserved: 0, settled: Math.ceil(cut.audio_duration) });
    const srt = await hugo.call(`/transcribe/${id}/srt`);
    expect(await srt.text()).toContain('Parte 1.');
  },
  timeLimitMs,
);
