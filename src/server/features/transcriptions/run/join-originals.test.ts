import { join as pathOf } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joined, voiceMessages } from '#tests/helpers/joined-files.ts';
import { failingProxy } from '#tests/helpers/network-faults.ts';
import { expectNothingLost } from '#tests/helpers/nothing-lost.ts';
import { s3Environment, startS3Server } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { planParts } from './join-originals.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let line: Awaited<ReturnType<typeof failingProxy>>;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let reads = 0;

type Asked = { method?: string | undefined; path: string };
const isFile = ({ method, path }: Asked) =>
  method === 'GET' && /\/uploads\/[0-9a-f-]{36}(\?x-id=GetObject)?$/.test(path);

beforeAll(async () => {
  folder = await temporaryFolder();
  s3 = await startS3Server(pathOf(folder.path, 's3'));
  line = await failingProxy(s3.endpoint, {
    before: async ({ method, url = '' }) => {
      if (!isFile({ method, path: url })) return;
      reads += 1;
      // The server probes three files, then the worker decodes the first and finds no storage for the second.
      if (reads === 5) line.fail(isFile);
    },
  });
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({ ...engine.environment, ...s3Environment(s3, line.url) });
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
  await line[Symbol.asyncDispose]();
  await s3.stop();
  await folder[Symbol.asyncDispose]();
});

test('an attempt that ends between two files is repeated from the first, with each file once in the text', async () => {
  const ana = await signedInUser(product);
  const id = await joined(product, ana, await voiceMessages(3));
  const job = () => readJob(product, ana.token, id);
  await expect.poll(async () => (await job()).reason, { timeout: 30_000 }).toBe('storage_away');
  expect((await job()).parts.map(({ start_ms }) => start_ms)).toEqual([null, null, null]);
  expect(engine.calls).toEqual([]);
  line.mend();
  await product.deps.db.execute(sql`
    update jobs.job set start_after = now()
    where name = 'run-transcription' and state = 'retry' and data->>'transcriptionId' = ${id}`);
  await expect.poll(async () => (await job()).status, { timeout: 45_000 }).toBe('completed');
  const { parts, segments, audio_duration } = await job();
  expect(segments.map(({ start_ms }) => start_ms)).toEqual(
    parts.map(({ start_ms }) => (start_ms ?? 0) + 500),
  );
  expect(segments).toHaveLength(3);
  expect(Math.ceil(audio_duration)).toBe(5);
  expect(engine.calls).toHaveLength(3);
  await expectNothingLost({ deps: product.deps, mailboxUrl: product.mailboxUrl });
}, 120_000);

test('a plan cuts where each file begins, and continues an earlier plan at its end', () => {
  const limits = { targetMs: 60_000, maxMs: 120_000 };
  const silences = [
    // The end of the first file and the beginning of the second.
    { startMs: 28_000, endMs: 50_000, loudestDb: -90 },
    { startMs: 175_000, endMs: 175_400, loudestDb: -90 },
  ];
  const plan = (startMs: number) =>
    planParts({ starts: [0, 30_000, 240_000], startMs, durationMs: 250_000, silences, ...limits });
  const whole = plan(0);
  expect(whole.flatMap(({ startMs, endMs }) => [startMs, endMs]).filter((_, at) => at % 2 === 0)).toEqual([
    0,
    ...whole.slice(0, -1).map(({ endMs }) => endMs),
  ]);
  expect(whole.map(({ startMs }) => startMs)).toEqual(expect.arrayContaining([0, 30_000, 240_000]));
  expect(whole.filter(({ silent }) => silent)).toEqual([{ startMs: 30_000, endMs: 49_500, silent: true }]);
  expect(whole.at(-1)?.endMs).toBe(250_000);
  expect(plan(240_000)).toEqual(whole.filter(({ startMs }) => startMs >= 240_000));
});
