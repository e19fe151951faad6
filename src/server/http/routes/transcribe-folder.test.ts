import { execFile } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import type { Transcription } from '#contract/transcription.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { expectSpokenWords } from '#tests/speech/expect-words.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { speakTones, standInModels } from '#tests/speech/tones.ts';

/** The whole product with the model in a folder as its engine. */

const run = promisify(execFile);
const patiently = { timeout: 60_000, interval: 50 };

let models: Awaited<ReturnType<typeof temporaryFolder>>;
let product: TestProduct;
let user: TestUser;

beforeAll(async () => {
  models = await temporaryFolder();
  await cp(standInModels, models.path, { recursive: true });
  product = await startTestProduct({ SPEECH_MODEL: `local:${models.path}` });
});
beforeEach(async () => {
  user = await signedInUser(product);
});
afterAll(async () => {
  await product.close();
  await models[Symbol.asyncDispose]();
});

async function finished(id: string): Promise<Transcription> {
  return vi.waitFor(async () => {
    const job = await readJob(product, user.token, id);
    expect(job.status).toBe('completed');
    return job;
  }, patiently);
}

/** Four minutes, so that the worker sends several chunks. Each sentence has a number of its own. */
const longTalk = () =>
  speakTones(
    Array.from({ length: 60 }, (_, at) => [`Hoje a reunião é sobre o contrato ${at}.`, 1_200]).flat(),
  );

async function expectOneCharge(durationMs: number) {
  const { rows } = await product.deps.db.execute<{ reserved: number; settled: number }>(sql`
    select reserved_seconds as reserved, settled_seconds as settled from usage_months
    where user_id = ${user.userId}`);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.reserved).toBe(0);
  expect(Math.abs((rows[0]?.settled ?? 0) - durationMs / 1_000)).toBeLessThanOrEqual(1);
}

/** The processes with a model that this product started. */
async function enginePids(): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args = '']) => Number(parent) === process.pid && args.includes('engine-process.ts'))
    .map(([, pid]) => Number(pid));
}

const enginePid = () =>
  vi.waitFor(
    async () => {
      const [pid] = await enginePids();
      if (pid === undefined) throw new Error('no process with a model runs');
      return pid;
    },
    { timeout: 60_000, interval: 5 },
  );

async function endEngine() {
  for (const pid of await enginePids()) process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await enginePids()).toEqual([]), patiently);
}

const loads = () => product.logged().match(/speech process ready/g)?.length ?? 0;

test('known tones give known words with times and confidence, and subtitles of at most two short lines', async () => {
  const said = speakTones([
    500,
    'Bom dia, tudo bem? Hoje a reunião é sobre o contrato do cliente e o prazo da obra, que não é longo.',
    2_000,
    'Obrigado.',
  ]);
  const id = await uploadRecording(product, user.token, wavFile(said.pcm));
  const job = await finished(id);
  expect(job.text).toContain('Hoje a reunião é sobre o contrato');
  expectSpokenWords(job, said.words);
  await expectOneCharge(said.durationMs);
  const answer = await user.call(`/transcribe/${id}/srt`);
  expect(answer.status).toBe(200);
  const cues = (await answer.text()).trim().split(/\r?\n\r?\n/);
  expect(cues.length).toBeGreaterThan(2);
  for (const cue of cues) {
    const lines = cue.split(/\r?\n/).slice(2);
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
  }
});

longTest('a kill while the model loads loses and doubles nothing, and charges once', async () => {
  await endEngine();
  const loadsBefore = loads();
  const said = longTalk();
  const id = await uploadRecording(product, user.token, wavFile(said.pcm));
  const pid = await enginePid();
  process.kill(pid, 'SIGKILL');
  expect(loads()).toBe(loadsBefore);
  expectSpokenWords(await finished(id), said.words);
  expect(product.logged()).toContain('the speech process ended (SIGKILL)');
  await expectOneCharge(said.durationMs);
});

test('a kill while a chunk is decoded loses and doubles nothing, and charges once', async () => {
  await endEngine();
  const loadsBefore = loads();
  const said = longTalk();
  const id = await uploadRecording(product, user.token, wavFile(said.pcm));
  const pid = await enginePid();
  await vi.waitFor(() => expect(loads()).toBe(loadsBefore + 1), { timeout: 60_000, interval: 1 });
  // It holds its chunk until the kill.
  process.kill(pid, 'SIGSTOP');
  await vi.waitFor(async () => expect((await readJob(product, user.token, id)).status).toBe('processing'));
  process.kill(pid, 'SIGKILL');
  expectSpokenWords(await finished(id), said.words);
  expect(loads()).toBe(loadsBefore + 2);
  await expectOneCharge(said.durationMs);
});

longTest('a kill between chunks loses and doubles nothing, and charges once', async () => {
  const said = longTalk();
  await finished(await uploadRecording(product, user.token, wavFile(speakTones(['Bom dia.']).pcm)));
  process.kill(await enginePid(), 'SIGKILL');
  user = await signedInUser(product);
  const id = await uploadRecording(product, user.token, wavFile(said.pcm));
  expectSpokenWords(await finished(id), said.words);
  await expectOneCharge(said.durationMs);
});

test('a damaged model makes recordings wait, the health page names the file, and its repair continues them', async () => {
  await endEngine();
  const encoder = join(models.path, 'encoder.onnx');
  await writeFile(encoder, 'no model');
  const said = speakTones(['Bom dia.']);
  const id = await uploadRecording(product, user.token, wavFile(said.pcm));
  const speechPart = async () => {
    const answer = await fetch(`${product.url}/health/ready`);
    const { status, parts } = ReadySchema.parse(await answer.json());
    return { http: answer.status, status, speech: parts.speech };
  };
  await vi.waitFor(
    async () =>
      expect(await speechPart()).toEqual({
        http: 200,
        status: 'degraded',
        speech: { ready: false, reason: 'encoder.onnx of the speech model is no ONNX file, or damaged' },
      }),
    patiently,
  );
  expect((await readJob(product, user.token, id)).status).not.toBe('failed');
  expect(await enginePids()).toEqual([]);
  expect(product.logged().match(/the speech model is unusable/g)).toHaveLength(1);
  await rm(encoder);
  await cp(join(standInModels, 'encoder.onnx'), encoder);
  await product.deps.db.execute(sql`
    update jobs.job set start_after = now() where name = 'run-transcription' and state = 'retry'`);
  expectSpokenWords(await finished(id), said.words);
  expect(await speechPart()).toMatchObject({ status: 'ok' });
});
