import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { requestSummary } from '#tests/helpers/summary-api.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { workLines } from '#tests/helpers/work-lines.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let ana: TestUser;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({ ...engine.environment, LOG_LEVEL: 'trace' });
  ana = await signedInUser(product, { name: 'Anastácia Quitéria' });
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const linesOf = (id: string, work = 'recording') =>
  workLines(product.logged()).filter((line) => line.transcriptionId === id && line.work === work);
const outcomesOf = (id: string, work?: string) =>
  linesOf(id, work)
    .filter(({ msg }) => msg === 'work ended')
    .map(({ outcome }) => outcome);

test('a recording, its mail and its summary each have a line at begin and end, without a word of people', async () => {
  engine.answerWith(() => ({ text: 'O contrato sigiloso vale noventa mil reais.' }));
  const id = await uploadRecording(product, ana.token, await recordingOf(20), {
    title: 'Fusão confidencial',
  });
  await expect.poll(() => outcomesOf(id)).toEqual(['done']);
  const [began, ended] = linesOf(id);
  const common = {
    transcriptionId: id,
    jobId: expect.stringMatching(/^[\da-f-]{36}$/),
    engine: 'openai:whisper-1',
    attempt: 1,
    soundSeconds: expect.closeTo(20, 0),
    pid: process.pid,
    role: 'web,worker',
  };
  expect(began).toMatchObject({ ...common, msg: 'work began', level: 30 });
  expect(began).not.toHaveProperty('outcome');
  expect(ended).toMatchObject({
    ...common,
    msg: 'work ended',
    level: 30,
    outcome: 'done',
    heardSeconds: expect.closeTo(20, 0),
    workSeconds: expect.any(Number),
  });
  expect(ended?.workSeconds).toBeGreaterThan(0);

  const mails = () =>
    workLines(product.logged()).filter(({ template }) => template === 'transcription-finished');
  await expect.poll(() => mails().length).toBe(2);
  expect(mails()).toMatchObject([
    { msg: 'work began', work: 'mail', engine: 'smtp', mailId: expect.any(String) },
    { msg: 'work ended', outcome: 'done', workSeconds: expect.any(Number) },
  ]);

  await requestSummary(ana, id, 'Liste as cláusulas ultraconfidenciais.');
  await expect.poll(() => outcomesOf(id, 'summary')).toEqual(['done']);
  expect(linesOf(id, 'summary')[1]).toMatchObject({
    engine: 'compatible:sandbox-language',
    summaryId: expect.any(String),
  });

  const lines = workLines(product.logged()).map((line) => JSON.stringify(line).toLowerCase());
  expect(lines.length).toBeGreaterThanOrEqual(6);
  const words = ['sigiloso', 'fusão', 'fus\\u00e3o', 'ultraconfidenciais', 'aula.mp3', 'anast', '@'];
  for (const word of [...words, ana.account.email.toLowerCase()])
    expect(lines.filter((line) => line.includes(word))).toEqual([]);
}, 60_000);

test('a recording that the engine refuses ends as failed, with the reason', async () => {
  engine.answerWith(() => ({ status: 400 }));
  const id = await uploadRecording(product, ana.token, await recordingOf(5));
  await expect.poll(() => outcomesOf(id)).toEqual(['failed']);
  expect(linesOf(id)[1]).toMatchObject({ level: 40, reason: 'engine_refused', heardSeconds: 0 });
  expect((await readJob(product, ana.token, id)).status).toBe('failed');
}, 60_000);

test('a recording whose engine fails for a while ends as retried, and its next attempt as done', async () => {
  engine.answerWith((call) => (call < 5 ? { status: 500, headers: { 'retry-after-ms': '5' } } : {}));
  const id = await uploadRecording(product, ana.token, await recordingOf(5));
  await expect.poll(() => outcomesOf(id), { timeout: 40_000 }).toEqual(['retried', 'done']);
  expect(linesOf(id).map(({ attempt }) => attempt)).toEqual([1, 1, 2, 2]);
  expect(linesOf(id)[1]).toMatchObject({ heardSeconds: 0 });
}, 60_000);

test('a recording that its owner deletes during the work ends as canceled', async () => {
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const id = await uploadRecording(product, ana.token, await recordingOf(5));
  await expect.poll(engine.begun).toBe(1);
  await ana.call('/transcriptions/delete', { body: { ids: [id] } });
  await expect.poll(() => outcomesOf(id)).toEqual(['canceled']);
  held.resolve();
}, 60_000);

test('the metrics count the work by engine and outcome, and the seconds of sound', async () => {
  const engineName = 'openai:whisper-1';
  const figure = async (name: string, labels: string) => {
    const text = await (await fetch(`${product.url}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${name}{${labels}} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
  const recordings = (outcome: string) =>
    figure('escriba_work_total', `kind="recording",engine="${engineName}",outcome="${outcome}"`);
  const heard = () => figure('escriba_sound_seconds_total', `engine="${engineName}"`);
  const took = (what: string) =>
    figure(`escriba_work_seconds_${what}`, `kind="recording",engine="${engineName}"`);
  expect(await recordings('taken_over')).toBe(0);
  const before = {
    done: (await recordings('done')) ?? 0,
    failed: (await recordings('failed')) ?? 0,
    heard: (await heard()) ?? 0,
    count: (await took('count')) ?? 0,
    sum: (await took('sum')) ?? 0,
  };
  engine.answerWith(() => ({}));
  const done = await uploadRecording(product, ana.token, await recordingOf(20));
  await expect.poll(() => outcomesOf(done)).toEqual(['done']);
  engine.answerWith(() => ({ status: 400 }));
  const failed = await uploadRecording(product, ana.token, await recordingOf(5));
  await expect.poll(() => outcomesOf(failed)).toEqual(['failed']);

  expect(await recordings('done')).toBe(before.done + 1);
  expect(await recordings('failed')).toBe(before.failed + 1);
  expect(await heard()).toBeCloseTo(before.heard + 20, 0);
  expect(await took('count')).toBe(before.count + 2);
  const logged = [done, failed].map((id) => Number(linesOf(id)[1]?.workSeconds));
  expect(await took('sum')).toBeCloseTo(before.sum + (logged[0] ?? 0) + (logged[1] ?? 0), 2);
  expect(await figure('escriba_work_total', 'kind="mail",engine="smtp",outcome="done"')).toBeGreaterThan(0);
}, 60_000);
