import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  transcriptionChunks,
  transcriptions,
  transcripts,
} from '#server/adapters/db/schema/transcriptions.ts';
import { reopenReservation } from '#server/features/usage/reservations.ts';
import { jobContext } from '#tests/helpers/job-context.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { finishTranscription } from './run/finish-transcription.ts';
import { prepareSound } from './run/prepare-sound.ts';
import { runTranscription } from './run/run-transcription.ts';
import { transcribeChunks } from './run/transcribe-chunks.ts';
import { setPendingReason } from './run/transcription-status.ts';

/** A worker seems dead but is not, so two processes hold one recording for a while. */

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let user: TestUser;
let id: string;
let heardSegments: number;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({ ...engine.environment, SPEECH_PARALLEL: '1' });
  user = await signedInUser(product);
  await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${user.userId}`);
  id = await uploadRecording(product, user.token, await recordingOf(20 * 60));
  await vi.waitFor(async () => expect((await readJob(product, user.token, id)).status).toBe('completed'), {
    timeout: 100_000,
    interval: 100,
  });
  heardSegments = (await readJob(product, user.token, id)).segments.length;
}, 120_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const never = new AbortController().signal;

async function rowOf() {
  const [row] = await product.deps.db.select().from(transcriptions).where(eq(transcriptions.id, id));
  if (row === undefined) throw new Error('no such recording');
  return row;
}

const plan = () =>
  product.deps.db
    .select()
    .from(transcriptionChunks)
    .where(eq(transcriptionChunks.transcriptionId, id))
    .orderBy(asc(transcriptionChunks.index));

/** Resets the recording to a running job without answers. */
beforeEach(async () => {
  const { db } = product.deps;
  await db.delete(transcriptionChunks).where(eq(transcriptionChunks.transcriptionId, id));
  await db.delete(transcripts).where(eq(transcripts.transcriptionId, id));
  await db.execute(sql`
    update transcriptions set status = 'processing', chunks_total = null, heard_ms = 0, completed_at = null
    where id = ${id}`);
  await db.transaction((tx) => reopenReservation(tx, id));
});

test('the second process transcribes the chunks that the first one planned, and the text has no hole', async () => {
  const { deps } = product;
  const row = await rowOf();
  const first = await prepareSound(deps, row, never);
  await first.nextChunk(never);
  const second = await prepareSound(deps, row, never);
  await first[Symbol.asyncDispose]();
  expect(await transcribeChunks(deps, row, { sound: second, work: { addHeard() {} }, signal: never })).toBe(
    'done',
  );
  await second[Symbol.asyncDispose]();
  const kept = await plan();
  expect(kept.filter(({ doneAt }) => doneAt === null)).toEqual([]);
  for (const [at, { startMs }] of kept.entries()) expect(startMs).toBe(at === 0 ? 0 : kept[at - 1]?.endMs);
  await finishTranscription(deps, row);
  const { status, segments } = await readJob(product, user.token, id);
  expect([status, segments.length]).toEqual(['completed', heardSegments]);
}, 60_000);

test('if both processes read to the end, one plan results, without a hole or an overlap', async () => {
  const row = await rowOf();
  const two = [await prepareSound(product.deps, row, never), await prepareSound(product.deps, row, never)];
  await Promise.all(
    two.map(async (sound) => {
      while ((await sound.nextChunk(never)) !== undefined);
    }),
  );
  for (const sound of two) await sound[Symbol.asyncDispose]();
  const kept = await plan();
  expect(kept.length).toBe((await rowOf()).chunksTotal);
  for (const [at, { startMs }] of kept.entries()) expect(startMs).toBe(at === 0 ? 0 : kept[at - 1]?.endMs);
  expect(kept.at(-1)?.endMs).toBe(row.durationMs);
}, 60_000);

test('the server finishes no text while a chunk lacks its answer', async () => {
  const row = await rowOf();
  const sound = await prepareSound(product.deps, row, never);
  while ((await sound.nextChunk(never)) !== undefined);
  await sound[Symbol.asyncDispose]();
  await expect(finishTranscription(product.deps, row)).rejects.toThrow('no answer yet');
  expect((await rowOf()).status).toBe('processing');
}, 60_000);

test('a late process cannot change an ended transcription', async () => {
  await product.deps.db.execute(
    sql`update transcriptions set status = 'completed', completed_at = now() where id = ${id}`,
  );
  const row = await rowOf();
  await setPendingReason(product.deps, row, 'engine_away');
  await finishTranscription(product.deps, row);
  expect(await rowOf()).toMatchObject({ status: 'completed', reason: row.reason });
  const outcome = await runTranscription(
    product.deps,
    { transcriptionId: id, run: row.run },
    jobContext({ signal: never }),
  );
  expect(outcome).toBe('stale');
  expect((await rowOf()).status).toBe('completed');
});

test('a recording missing from the storage fails at once and returns its minutes', async () => {
  const row = await rowOf();
  await product.deps.db
    .insert(transcriptionChunks)
    .values({ transcriptionId: id, index: 0, startMs: 0, endMs: 240_000, isSilent: false });
  await unlink(join(product.config.dataDir, 'files', row.originalKey ?? ''));
  const outcome = runTranscription(
    product.deps,
    { transcriptionId: id, run: row.run },
    jobContext({ signal: never }),
  );
  expect(await outcome).toBe('failed');
  const ended = { status: 'failed', reason: 'original_gone', usageState: 'returned' };
  expect(await rowOf()).toMatchObject(ended);
}, 20_000);
