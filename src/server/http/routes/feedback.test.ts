import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minFillTimeMs } from '#domain/honeypot.ts';
import { feedbackMessages } from '#server/adapters/db/schema/messages.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

const support = 'ajuda@escriba.example';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: support });
});
afterAll(() => product.close());

function send(body: object, headers: Record<string, string> = {}) {
  return fetch(`${product.url}/api/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const opinion = { name: 'Ana', email: 'ana@exemplo.com', message: 'O editor poderia ter modo foco.' };
/** The time that a form without an account adds. */
const timed = { elapsed_ms: minFillTimeMs };

test('the server stores feedback and mails it to support under the name of the session', async () => {
  const ana = await signedInUser(product, { name: 'Ana Lima' });
  const body = { name: 'Outro', email: 'outro@exemplo.com', message: 'Gostei das legendas.' };
  expect((await ana.call('/feedback', { body })).status).toBe(201);
  const { email } = ana.account;
  expect(
    await product.deps.db.select().from(feedbackMessages).where(eq(feedbackMessages.email, email)),
  ).toMatchObject([{ name: 'Ana Lima', email, message: body.message }]);
  const mail = await waitForMail(product.mailboxUrl, support, /^Feedback de Ana Lima$/);
  expect(mail.text).toContain(body.message);
  expect(mail.text).toContain(email);
});

test('the server marks feedback without a session as unconfirmed and stores no account with it', async () => {
  const bia = await signedInUser(product, { name: 'Bia' });
  const { email } = bia.account;
  expect((await send({ ...opinion, name: 'Bia', email, ...timed })).status).toBe(201);
  const mail = await waitForMail(product.mailboxUrl, support, /Bia/);
  expect(mail.subject).toBe('Feedback de Bia (não confirmado)');
  expect(mail.text).toContain('não confirmado');
  const archive = await bia.call('/account/export');
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(
    Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join(),
  ).not.toContain(opinion.message);

  expect((await bia.call('/auth/me', { method: 'DELETE' })).status).toBe(204);
  expect(JSON.stringify(await product.deps.db.select().from(feedbackMessages))).not.toContain(email);
});

test('the server refuses feedback with an invalid token', async () => {
  const answer = await send(opinion, { authorization: 'Bearer not.a.token' });
  expect(answer.status).toBe(401);
});

test('the honeypot marks suspicious feedback', async () => {
  expect((await send({ ...opinion, name: 'Caio', spare_note: 'x', ...timed })).status).toBe(201);
  expect((await waitForMail(product.mailboxUrl, support, /Caio/)).subject).toBe(
    '[suspeita] Feedback de Caio (não confirmado)',
  );
  expect((await send({ ...opinion, name: 'Davi' })).status).toBe(201);
  expect((await waitForMail(product.mailboxUrl, support, /Davi/)).subject).toMatch(/^\[suspeita\] /);
});

test('the server refuses empty feedback', async () => {
  const answer = await send({ name: 'Ana', email: 'ana@exemplo.com', message: '   ' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { message: 'Escreva sua mensagem.' } });
});
