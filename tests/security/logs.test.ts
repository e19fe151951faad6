import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import {
  challengeFactor,
  enrolFactor,
  expectJson,
  openTestClock,
  totpCode,
  verifyFactor,
} from '#tests/helpers/second-factor-api.ts';
import { apiClient, callAuth, signedInUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { waitForSms } from '#tests/helpers/sms.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, sendForm, uploadRecording } from '#tests/helpers/upload-recording.ts';

const spokenText = 'O contrato sigiloso vale noventa mil reais.';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let stripe: Awaited<ReturnType<typeof refusingStripe>>;
beforeAll(async () => {
  engine = await startScriptedSpeechServer(() => ({ text: spokenText }));
  stripe = await refusingStripe();
  const environment = { ...engine.environment, STRIPE_API_BASE: stripe.url };
  // Use the most verbose level, so that the test checks every line.
  product = await startTestProduct({ ...environment, LOG_LEVEL: 'trace' });
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
  await stripe[Symbol.asyncDispose]();
});

/** Simulates a Stripe that quotes the request in its refusal, as the real one does. */
async function refusingStripe() {
  const server = createServer(async (request, response) => {
    const parameters = decodeURIComponent(await text(request));
    response.writeHead(400, { 'content-type': 'application/json', 'request-id': 'req_recusado' });
    const error = {
      type: 'invalid_request_error',
      code: 'parameter_invalid',
      message: `Invalid: ${parameters}`,
    };
    response.end(JSON.stringify({ error }));
  });
  return listenOnFreePort(server);
}

const tokensIn = (link: string) => [
  ...[...new URL(link).searchParams.values()].filter((value) => value.length > 15),
  ...new URL(link).pathname.split('/').filter((part) => part.length > 20),
];

test('the log of a whole user journey contains no token, address, password, name or spoken word', async () => {
  const clock = openTestClock();
  const secrets: Record<string, string> = {};
  const ana = await signedInUser(product, { name: 'Anastácia Quitéria' });
  const { email, password } = ana.account;
  Object.assign(secrets, { email, password, name: 'Anastácia', token: ana.token });
  secrets.cookie = decodeURIComponent(ana.cookie.split('=').slice(1).join('=')).split('.')[0] ?? '';

  // Sign in with right and wrong credentials.
  const wrong = { email, password: 'Palpite-errado-9' };
  secrets.guess = wrong.password;
  await callAuth(product, '/sign-in/email', { body: wrong });
  await callAuth(product, '/sign-in/email', { body: '{"email": "cortado@exemplo.com", ' });
  const again = await signInAgain(product, ana.account);
  secrets.otherToken = again.token;
  await callAuth(product, '/sign-in/magic-link', { body: { email, callbackURL: '/auth/callback' } });
  const magic = await waitForLink(product.mailboxUrl, email, 'magic-link');
  tokensIn(magic).forEach((token, at) => {
    secrets[`magic link ${at}`] = token;
  });
  const opened = await openLink(magic);
  const cookie = opened.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  secrets.magicToken = (await apiClient(product, cookie)).token;
  await openLink(magic);
  await callAuth(product, '/request-password-reset', { body: { email, redirectTo: '/redefinir-senha' } });
  const reset = await waitForLink(product.mailboxUrl, email, 'reset-password');
  secrets.reset = new URL(reset).pathname.split('/').at(-1) ?? '';
  await fetch(reset, { redirect: 'manual' });
  await fetch(`${product.url}/api/profile?token=${ana.token}`, {
    headers: { authorization: `Bearer ${ana.token}x` },
  });

  // Send a recording, and edit, search and play it.
  const parts = [
    { field: 'title', value: 'Reunião da fusão' },
    { field: 'file', name: 'fusao-secreta.mp3', bytes: await recordingOf(5) },
  ];
  const { jobId } = await expectJson<{ jobId: string }>(await sendForm(product, ana.token, parts), 201);
  await expect.poll(async () => (await readJob(product, ana.token, jobId)).status).toBe('completed');
  expect((await readJob(product, ana.token, jobId)).text).toContain('sigiloso');
  Object.assign(secrets, {
    said: 'sigiloso',
    title: 'fusão',
    file: 'fusao-secreta',
    edited: 'confidencialíssimo',
  });
  const edit = { revision: 1, changes: [{ id: 0, text: 'É confidencialíssimo.' }] };
  expect((await ana.call(`/transcribe/${jobId}/text`, { method: 'PATCH', body: edit })).status).toBe(200);
  const searched = await ana.call('/transcriptions?q=confidencial%C3%ADssimo');
  expect(await searched.json()).toMatchObject({ items: [{ job_id: jobId }] });
  await ana.call(`/transcribe/${jobId}/srt`);
  const sources = await expectJson<{ audio: { url: string } }>(
    await ana.call(`/transcribe/${jobId}/listening`),
  );
  secrets.pass = new URL(sources.audio.url, product.url).searchParams.get('pass') ?? '';
  await (await fetch(new URL(sources.audio.url, product.url))).arrayBuffer();

  // Generate a summary from a prompt.
  const prompt = 'Liste as cláusulas ultraconfidenciais em tópicos curtos.';
  Object.assign(secrets, { prompt: 'ultraconfidenciais', saved: 'ultraparticular' });
  const summaryRequest = { jobId, customPrompt: prompt };
  const { summary } = await expectJson<{ summary: string }>(
    await ana.call('/summary/generate', { body: summaryRequest }),
  );
  expect(summary.length).toBeGreaterThan(10);
  secrets.summary = summary.slice(0, 40);
  await ana.call('/prompts', { body: { name: 'Ultraparticular', prompt } });
  await ana.call(`/transcribe/${jobId}/summaries`);

  // Enrol a second factor of each kind.
  const phone = '+5511987651234';
  secrets.phone = '987651234';
  const sms = await enrolFactor(ana, { factor_type: 'phone', friendly_name: 'Meu celular', phone });
  const { id: phoneChallengeId } = await challengeFactor(ana, sms.id);
  secrets.message = /\d{6}/.exec((await waitForSms(product.sandboxUrl, phone)).text)?.[0] ?? '';
  await verifyFactor(ana, sms.id, phoneChallengeId, '000000');
  const app = await enrolFactor(ana, { factor_type: 'totp', friendly_name: 'App' });
  secrets.totp = app.totp?.secret ?? '';
  const { id: appChallengeId } = await challengeFactor(ana, app.id);
  const passed = await expectJson<{ recovery_codes: string[] }>(
    await verifyFactor(ana, app.id, appChallengeId, totpCode(app, clock)),
  );
  secrets.recovery = passed.recovery_codes[0] ?? '';

  // Send messages, cause database errors that quote the row, and delete the account.
  const message = { name: 'Anastácia', email, message: 'Meu CPF é 123.456.789-09, podem olhar?' };
  secrets.cpf = '123.456.789-09';
  await ana.call('/contact', { body: message });
  await product.deps.db.execute(sql`alter table contact_messages rename column message to kept`);
  expect((await ana.call('/contact', { body: message })).status).toBe(500);
  await product.deps.db.execute(sql`alter table contact_messages rename column kept to message`);
  await (await ana.call('/account/export')).arrayBuffer();
  expect((await ana.call('/auth/me', { method: 'DELETE' })).status).toBe(204);
  await expect
    .poll(async () => product.deps.queue.counts().then((all) => all.every((each) => each.active === 0)))
    .toBe(true);

  const log = product.logged();
  expect(log.split('\n').length).toBeGreaterThan(30);
  expect(log).toContain('request failed');
  const leaked = Object.entries(secrets).filter(([, secret]) => {
    expect(secret.length).toBeGreaterThan(4);
    return log.toLowerCase().includes(secret.toLowerCase());
  });
  expect(leaked).toEqual([]);
}, 60_000);

test('the log contains the error codes of engines, Stripe and the database, but not their error texts', async () => {
  const bia = await signedInUser(product, { name: 'Benedita Quitéria' });
  const before = product.logged().length;
  const logged = () => product.logged().slice(before);
  const failedAttempts = () => logged().match(/a job failed and will be retried/g)?.length ?? 0;

  // Fail the earlier attempts quickly, because the worker logs only the last attempt for a chunk as an error.
  const failFirst = (raw: string) => (call: number) =>
    call < 4 ? { status: 500, headers: { 'retry-after-ms': '5' } } : { raw };
  const wrongShape = JSON.stringify({ text: { dito: spokenText }, segments: spokenText });
  for (const [at, raw] of [`{"text":"${spokenText}`, wrongShape].entries()) {
    engine.answerWith(failFirst(raw));
    await uploadRecording(product, bia.token, await recordingOf(4));
    await expect.poll(failedAttempts, { timeout: 15_000 }).toBe(at + 1);
  }

  const paying = await bia.call('/stripe/create-session', { body: { planId: 'basic-monthly' } });
  expect(paying.status).toBe(503);

  const { db, log } = product.deps;
  const { email } = bia.account;
  const duplicateEmail = db.execute(sql`insert into users (name, email) values ('Outra', ${email})`);
  const invalidCast = db.execute(sql`select ${email}::uuid`);
  for (const refused of [duplicateEmail, invalidCast]) {
    const err: unknown = await refused.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(err).toBeInstanceOf(Error);
    log.error({ err }, 'the database refused');
  }

  for (const detail of ['the engine answered', 'parameter_invalid', 'req_recusado', '23505', '22P02'])
    expect(logged()).toContain(detail);
  for (const secret of ['sigiloso', 'noventa', email, encodeURIComponent(email), 'Benedita'])
    expect(logged()).not.toContain(secret);
}, 60_000);
