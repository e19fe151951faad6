import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minFillTimeMs } from '#domain/honeypot.ts';
import { contactMessages, feedbackMessages, premiumInterests } from '#server/adapters/db/schema/messages.ts';
import { deliverMailJob } from '#server/features/mail/mail-queue.ts';
import { maxSuspectMailsPerHour, unconfirmedEmail } from '#server/features/messages/open-forms.ts';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { contactMessage } from '#tests/helpers/factories.ts';
import { mailsTo, waitForMail } from '#tests/helpers/mailbox.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

const support = 'ajuda@escriba.example';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: support, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const { email, name } = contactMessage();
const forms = [
  { path: '/contact', filled: contactMessage(), table: contactMessages, keptAs: unconfirmedEmail },
  { path: '/interest', filled: { name, email }, table: premiumInterests, keptAs: (typed: string) => typed },
] as const;

function send(path: string, body: object, address = clientAddress()) {
  return fetch(`${product.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

const signs = [
  ['a filled hidden field', { spare_note: 'https://compre.example', elapsed_ms: 60_000 }],
  ['no fill time', { spare_note: '' }],
  ['a too short fill time', { spare_note: '', elapsed_ms: minFillTimeMs - 1 }],
] as const;

test.each(forms.flatMap((form) => signs.map(([sign, guard]) => ({ ...form, sign, guard }))))(
  '$path: the server stores a message with $sign and marks its mail as suspicious',
  async (form) => {
    const { path, filled, table, keptAs, guard } = form;
    const named = `Caio ${crypto.randomUUID()}`;
    const suspect = { ...filled, name: named, email: `${crypto.randomUUID()}@exemplo.com` };
    const answer = await send(path, { ...suspect, ...guard });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ received: true });
    const email = keptAs(suspect.email);
    expect(await product.deps.db.select().from(table).where(eq(table.email, email))).toMatchObject([
      { ...suspect, email },
    ]);
    const mail = await waitForMail(product.mailboxUrl, support, new RegExp(named));
    expect(mail.subject).toMatch(/^\[suspeita\] /);
    expect(mail.text).toContain(suspect.email);
  },
);

test('the server mails ten suspicious messages an hour of all forms, stores all, and mails a regular message', async () => {
  await product.deps.db.execute(sql`truncate rate_limits`);
  const { message } = contactMessage();
  const at = (index: number) => ({ name: 'Robô', email: `robo${index}@enchente.example`, message });
  const all = ['/contact', '/interest', '/feedback'].flatMap((path) => Array<string>(4).fill(path));
  expect(all.length).toBeGreaterThan(maxSuspectMailsPerHour);
  const answers = await Promise.all(all.map((path, index) => send(path, at(index))));
  expect(answers.map(({ status }) => status)).toEqual(all.map(() => 201));
  let kept = 0;
  for (const table of [contactMessages, premiumInterests, feedbackMessages])
    kept += await product.deps.db.$count(table, like(table.email, '%@enchente.example'));
  expect(kept).toBe(all.length);

  const person = contactMessage({ name: 'Pessoa' });
  expect((await send('/feedback', { ...person, elapsed_ms: minFillTimeMs })).status).toBe(201);
  await waitForMail(product.mailboxUrl, support, /Pessoa/);
  const isQuiet = async () =>
    (await product.deps.queue.counts()).every(
      ({ queue, waiting, active }) => queue !== deliverMailJob.name || waiting + active === 0,
    );
  await expect.poll(isQuiet, { timeout: 10_000 }).toBe(true);
  const mails = await mailsTo(product.mailboxUrl, support);
  expect(mails.filter(({ text }) => text.includes('@enchente.example'))).toHaveLength(maxSuspectMailsPerHour);
});

test.each(forms)(
  '$path: the server accepts a regular message and stores only its visible fields',
  async ({ path, filled, table, keptAs }) => {
    expect((await send(path, { ...filled, spare_note: '', elapsed_ms: minFillTimeMs })).status).toBe(201);
    const email = keptAs(filled.email);
    expect(await product.deps.db.select().from(table).where(eq(table.email, email))).toMatchObject([
      { ...filled, email },
    ]);
    const subject = path === '/contact' ? /^Contato/ : /^Interesse/;
    expect((await waitForMail(product.mailboxUrl, support, subject)).text).toContain(filled.email);
  },
);

test.each(['/contact', '/interest', '/feedback'])(
  '%s: the server limits one e-mail to five messages an hour from one address',
  async (path) => {
    const body = { ...contactMessage(), email: 'bia@cinco.example' };
    const address = clientAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await send(path, body, address)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    // A sender with the same e-mail at another address may be its owner.
    expect((await send(path, body)).status).toBe(201);
  },
);
