import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DashboardSchema } from '#contract/dashboard.ts';
import { TranscriptionPageSchema } from '#contract/transcription-list.ts';
import { testCueLine, testSummaryNote, testTextNote } from '#domain/transcript/test-text.ts';
import { startSandbox } from '#sandbox/start.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { latestSummary, requestSummary } from '#tests/helpers/summary-api.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

let product: TestProduct;
let ana: TestUser;
let stop: () => Promise<void>;

beforeAll(async () => {
  const state = await temporaryFolder();
  const httpPort = await freePort();
  const sandbox = await startSandbox({ httpPort, smtpPort: 0, parts: ['speech'], stateDir: state.path });
  product = await startTestProduct({ SPEECH_MODEL: 'sandbox', SANDBOX_PORT: String(httpPort) });
  stop = async () => {
    await product.close();
    await sandbox.close();
    await state[Symbol.asyncDispose]();
  };
  ana = await signedInUser(product);
  const plan = { plan: 'basic-monthly' };
  await product.deps.db
    .insert(profiles)
    .values({ id: ana.userId, name: 'Ana', email: ana.account.email, ...plan })
    .onConflictDoUpdate({ target: profiles.id, set: plan });
}, 60_000);
afterAll(() => stop());

const sentences = ['A prova de física fica para sexta.', 'Boa sorte.'];
const insertTestText = (changes = {}) =>
  insertTranscription(product.deps, { userId: ana.userId, engine: 'sandbox', ...changes }, sentences);

async function bytesOf(path: string) {
  const answer = await ana.call(path);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}
const textOf = async (path: string) => strFromU8(await bytesOf(path));

async function firstLineOfPdf(path: string) {
  const { pages } = await readPdf(await bytesOf(path));
  return pages[0]?.lines[0];
}

async function firstParagraphOfDocx(path: string) {
  const document = strFromU8(unzipSync(await bytesOf(path))['word/document.xml'] ?? new Uint8Array());
  return document.split('</w:p>')[0]?.replace(/<[^>]+>/g, '');
}

test('the API marks a text of the sandbox in its lists, and the mail says that it is one', async () => {
  const id = await uploadRecording(product, ana.token, await recordingOf(3));
  await expect
    .poll(() => readJob(product, ana.token, id), { timeout: 30_000 })
    .toMatchObject({ status: 'completed', engine_is_sandbox: true });
  const real = await insertTranscription(product.deps, { userId: ana.userId, engine: 'local:a' }, sentences);
  const { items } = TranscriptionPageSchema.parse(await (await ana.call('/transcriptions')).json());
  const { recent } = DashboardSchema.parse(await (await ana.call('/dashboard')).json());
  for (const rows of [items, recent]) {
    const marks = new Map(rows.map(({ job_id, engine_is_sandbox }) => [job_id, engine_is_sandbox]));
    expect([marks.get(id), marks.get(real)]).toEqual([true, false]);
  }
  const mail = await waitForMail(product.mailboxUrl, ana.account.email, /^Texto de teste pronto: aula/);
  expect(mail.text).toContain(testTextNote);
  expect(mail.html).toContain(testTextNote);
}, 60_000);

test('each downloaded file of a text of the sandbox begins with its mark', async () => {
  const id = await insertTestText();
  const path = `/transcribe/${id}`;
  expect((await textOf(`${path}/txt`)).split('\n')[0]).toBe(testTextNote);
  expect(await firstParagraphOfDocx(`${path}/docx`)).toBe(testTextNote);
  expect(await firstLineOfPdf(`${path}/pdf`)).toBe(testTextNote);
  expect(JSON.parse(await textOf(`${path}/json`))).toMatchObject({ notice: testTextNote });
  expect((await textOf(`${path}/srt`)).split('\r\n')[2]).toBe(testCueLine);
  const vtt = await textOf(`${path}/vtt`);
  expect(vtt.startsWith(`WEBVTT\n\nNOTE ${testTextNote}\n`)).toBe(true);
  expect(vtt.split(testCueLine)).toHaveLength(2);
}, 60_000);

test('each downloaded file of its summary begins with its mark', async () => {
  const id = await insertTestText();
  expect((await requestSummary(ana, id)).status).toBe(200);
  const path = `/summaries/${(await latestSummary(ana, id)).id}`;
  expect((await textOf(`${path}/md`)).split('\n')[0]).toBe(`**${testSummaryNote}**`);
  expect(await firstParagraphOfDocx(`${path}/docx`)).toBe(testSummaryNote);
  expect((await readPdf(await bytesOf(`${path}/pdf`))).pages[0]?.lines.slice(0, 2).join(' ')).toContain(
    testSummaryNote,
  );
}, 60_000);

test('the copy of the account says which texts are of the sandbox', async () => {
  await insertTestText({ title: 'Só de teste' });
  const files = unzipSync(await bytesOf('/account/export'));
  const records = JSON.parse(strFromU8(files['transcricoes.json'] ?? new Uint8Array())) as object[];
  expect(records).toContainEqual(expect.objectContaining({ title: 'Só de teste', is_test_text: true }));
  expect(strFromU8(files['transcricoes.txt'] ?? new Uint8Array())).toContain(
    `Situação: concluída. ${testTextNote}`,
  );
  expect(strFromU8(files['resumos.txt'] ?? new Uint8Array())).toContain(`Feito de: ${testTextNote}`);
}, 60_000);

test('a text that the sandbox began stays marked when another engine finishes it', async () => {
  await using other = await startTestProduct();
  const bia = await signedInUser(other);
  const failNext = (failures: object[]) =>
    fetch(`${other.sandboxUrl}/speech/behaviour`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ failNext: failures }),
    });
  const cases = [
    { heardMs: 1_000, engine: 'sandbox' },
    { heardMs: 0, engine: 'openai:sandbox-speech' },
  ];
  for (const { heardMs, engine } of cases) {
    await failNext(Array.from({ length: 10 }, () => ({ status: 400 })));
    const id = await uploadRecording(other, bia.token, await recordingOf(3));
    const read = () => readJob(other, bia.token, id);
    await expect.poll(read, { timeout: 20_000 }).toMatchObject({ status: 'failed', can_retry: true });
    await failNext([]);
    const changes = { engine: 'sandbox', heardMs };
    await other.deps.db.update(transcriptions).set(changes).where(eq(transcriptions.id, id));
    expect((await bia.call(`/transcribe/${id}/retry`, { method: 'POST' })).ok).toBe(true);
    await expect.poll(read, { timeout: 20_000 }).toMatchObject({ status: 'completed', engine });
  }
}, 90_000);
