import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactMessages } from '#server/adapters/db/schema/messages.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

const support = 'ajuda@escriba.example';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: support, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const request = { subject: 'Dúvida sobre o plano', message: 'As horas que sobram passam para o outro mês?' };

test('the server stores and mails a support request, and deletes it with the account', async () => {
  const ana = await signedInUser(product);
  expect((await ana.call('/support', { body: request })).status).toBe(201);
  const keptOf = (email: string) =>
    product.deps.db.select().from(contactMessages).where(eq(contactMessages.email, email));
  expect(await keptOf(ana.account.email)).toMatchObject([
    { message: `[${request.subject}] ${request.message}` },
  ]);
  const mail = await waitForMail(product.mailboxUrl, support);
  expect(mail.subject).toBe(`Suporte: ${request.subject}`);
  expect(mail.text).toContain(request.message);
  expect(mail.text).toContain(ana.account.email);
  await ana.call('/auth/me', { method: 'DELETE' });
  expect(await keptOf(ana.account.email)).toEqual([]);
});

test.each([
  ['subject', { message: 'Oi' }, 'Escolha um assunto.'],
  ['subject', { subject: 'Vendas', message: 'Oi' }, 'Escolha um assunto.'],
  ['message', { subject: 'Outro', message: '  ' }, 'Escreva sua mensagem.'],
])('a support request with a wrong %s gets a field error', async (field, body, text) => {
  const ana = await signedInUser(product);
  const answer = await ana.call('/support', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { [field]: text } });
});

test('the server refuses support requests without a session and more than ten an hour', async () => {
  expect((await fetch(`${product.url}/api/support`, { method: 'POST' })).status).toBe(401);
  const ana = await signedInUser(product);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ana.call('/support', { body: request })),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});
