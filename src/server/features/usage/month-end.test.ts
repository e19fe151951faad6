import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarMonth, nextMonth } from '#domain/format/calendar.ts';
import { restoreTranscriptions } from '#server/features/library/restore-transcriptions.ts';
import { acceptFiles } from '#server/features/transcriptions/accept/accept-files.ts';
import { createProbeSemaphore } from '#server/features/transcriptions/accept/probe-semaphore.ts';
import { retryTranscription } from '#server/features/transcriptions/accept/retry-transcription.ts';
import { deleteTranscriptions } from '#server/features/transcriptions/edit/delete-transcriptions.ts';
import { expectNothingLost } from '#tests/helpers/nothing-lost.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';
import { readUsedSeconds } from './plan-usage.ts';

const seconds = 20;
const month = calendarMonth(new Date());
// Midnight in São Paulo, three hours behind.
const turn = new Date(`${nextMonth(month)}T03:00:00Z`).getTime();
const lastSecond = turn - 1_000;
const firstSecond = turn + 1_000;

const { signal } = new AbortController();
const probes = createProbeSemaphore();

let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let recording: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment);
  recording = new Uint8Array(await recordingOf(seconds));
});
afterAll(async () => {
  await product.close();
  await engine.close();
});

const at = (moment: number) => ({ ...product.deps, now: () => new Date(moment) });

async function newOwner() {
  const { account, token, userId, sessionId } = await signedInUser(product);
  const actor = {
    userId,
    sessionId,
    email: account.email,
    level: 'aal1',
    nextLevel: 'aal1',
    provedAt: new Date(),
  } as const;
  return {
    actor,
    statusOf: async (id: string) => (await readJob(product, token, id)).status,
    takenAt: async (moment: number) => {
      const tus = tusAt(product, token);
      const path = await tus.begin(recording.length);
      await tus.patch(path, 0, recording);
      const files = [{ uploadId: idIn(path), fileName: 'aula.mp3' }] as const;
      const accepting = { files, title: undefined, language: 'pt' };
      return (await acceptFiles(at(moment), actor, accepting, { signal, probes })).jobId;
    },
    /** The usage of each month, earlier month first. */
    months: async () => {
      const { rows } = await product.deps.db.execute<{
        month: string;
        reserved: number;
        settled: number;
      }>(sql`
        select month::text, reserved_seconds as reserved, settled_seconds as settled from usage_months
        where user_id = ${userId} order by month`);
      return rows;
    },
    usedAt: (moment: number) => readUsedSeconds(at(moment), actor),
  };
}

/** The product charges only the decoded sound, but an MP3's header counts its last frame as full. */
const charged = { reserved: 0, settled: seconds };

test('the server charges a recording that it accepted in the last second of a month once, to that month', async () => {
  const { takenAt, statusOf, months } = await newOwner();
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const last = await takenAt(lastSecond);
  await expect.poll(engine.begun).toBe(1);
  const first = await takenAt(firstSecond);
  await expect.poll(engine.begun).toBe(2);
  held.resolve();
  await expect.poll(() => statusOf(last)).toBe('completed');
  await expect.poll(() => statusOf(first)).toBe('completed');
  expect(await months()).toEqual([
    { month, ...charged },
    { month: nextMonth(month), ...charged },
  ]);
}, 60_000);

test('a recording that fails before the month ends and is retried after it costs neither month', async () => {
  const { actor, takenAt, statusOf, months, usedAt } = await newOwner();
  engine.answerWith(() => ({ status: 400 }));
  const id = await takenAt(lastSecond);
  await expect.poll(() => statusOf(id)).toBe('failed');
  expect(await months()).toEqual([{ month, reserved: 0, settled: 0 }]);
  engine.answerWith(() => ({}));
  await retryTranscription(at(firstSecond), actor, id);
  await expect.poll(() => statusOf(id)).toBe('completed');
  expect(await months()).toEqual([{ month, reserved: 0, settled: 0 }]);
  expect([await usedAt(lastSecond), await usedAt(firstSecond)]).toEqual([0, 0]);
}, 60_000);

test('the server charges a recording that was deleted during its run and restored in the next month once, to the first month', async () => {
  const { actor, takenAt, statusOf, months, usedAt } = await newOwner();
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const id = await takenAt(lastSecond);
  await expect.poll(engine.begun).toBe(1);
  // Hearing begins before the sound is decoded to its end, and the charge follows the decoded length.
  await expect.poll(months).toEqual([{ month, reserved: seconds, settled: 0 }]);
  expect(await deleteTranscriptions(at(lastSecond), actor, [id])).toBe(1);
  expect(await months()).toEqual([{ month, ...charged }]);
  expect(await restoreTranscriptions(at(firstSecond), actor, [id])).toBe(1);
  expect(await months()).toEqual([{ month, reserved: charged.settled, settled: 0 }]);
  held.resolve();
  await expect.poll(() => statusOf(id)).toBe('completed');
  expect(await months()).toEqual([{ month, ...charged }]);
  expect([await usedAt(lastSecond), await usedAt(firstSecond)]).toEqual([charged.settled, 0]);
}, 60_000);

test('a recording deleted before the month ends and never restored is settled in that month', async () => {
  const { actor, takenAt, months } = await newOwner();
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const id = await takenAt(lastSecond);
  await expect.poll(engine.begun).toBe(1);
  // Hearing begins before the sound is decoded to its end, and the charge follows the decoded length.
  await expect.poll(months).toEqual([{ month, reserved: seconds, settled: 0 }]);
  expect(await deleteTranscriptions(at(lastSecond), actor, [id])).toBe(1);
  // Too late to restore.
  expect(await restoreTranscriptions(at(lastSecond + 120_000), actor, [id])).toBe(0);
  held.resolve();
  expect(await months()).toEqual([{ month, ...charged }]);
  await expectNothingLost(product);
}, 60_000);
