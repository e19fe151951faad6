import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactMessages } from '#server/adapters/db/schema/messages.ts';
import { unconfirmedEmail } from '#server/features/messages/open-forms.ts';
import { contactMessage } from '#tests/helpers/factories.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: 'ajuda@escriba.example', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const message = contactMessage();
/** The time that the form adds. */
const timed = { elapsed_ms: 60_000 };

function send(body: unknown, address = '198.51.100.7') {
  return fetch(`${product.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

test('the server stores a message and mails it to support with the sender’s address', async () => {
  expect((await send({ ...message, ...timed })).status).toBe(201);
  const kept = await product.deps.db.select().from(contactMessages);
  expect(kept).toMatchObject([{ ...message, email: unconfirmedEmail(message.email) }]);
  const mail = await waitForMail(product.mailboxUrl, 'ajuda@escriba.example');
  expect(mail.text).toContain(message.message);
  expect(mail.text).toContain(message.email);
});

test('the export of an account omits messages that a visitor sent with its e-mail', async () => {
  const ana = await signedInUser(product);
  const text = 'Escrito por alguém que digitou o e-mail da Ana.';
  expect((await send({ ...message, email: ana.account.email, message: text })).status).toBe(201);
  const asked = await ana.call('/support', { body: { subject: 'Outro', message: 'Pedido da própria Ana.' } });
  expect(asked.status).toBe(201);
  const archive = await ana.call('/account/export');
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  const all = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join();
  expect(all).toContain('Pedido da própria Ana.');
  expect(all).not.toContain(text);
  expect(all).toContain('Mensagens escritas sem entrar na conta');
});

test.each([
  ['name', { ...message, name: ' A ' }, 'Nome deve ter ao menos 2 caracteres.'],
  ['email', { ...message, email: 'ana@' }, 'E-mail inválido.'],
  ['message', { ...message, message: '  curta   ' }, 'Mensagem deve ter ao menos 10 caracteres.'],
  ['name', { email: message.email, message: message.message }, 'Nome deve ter ao menos 2 caracteres.'],
])('a wrong %s gets a field error with the text of the specification', async (field, body, text) => {
  const answer = await send(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    error: text,
    fields: { [field]: text },
  });
});

/** Simulates earlier hits within the hour. */
const hitsSoFar = (it: TestProduct, hits: number) =>
  it.deps.db.execute(sql`update rate_limits set hits = ${hits}`);

const others = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => ({ ...message, email: `p${index}@${domain}` }));

test('the server refuses the 101st message of one address with a retry time and accepts other addresses', async () => {
  await send({ ...message, email: 'primeira@exemplo.com' }, '203.0.113.9');
  await hitsSoFar(product, 96);
  const answers = await Promise.all(others(8, 'um.example').map((each) => send(each, '203.0.113.9')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await refused?.json()).toMatchObject({ code: 'too_many_requests' });
  expect((await send(others(1, 'dois.example')[0], '203.0.113.10')).status).toBe(201);
});

test('one e-mail can send five messages an hour per IP address, and other visitors do not use up its limit', async () => {
  const from = (email: string, number: number) => send({ ...message, email }, `203.0.113.${100 + number}`);
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, number) => from(number % 2 ? 'Bia@cinco.example' : 'bia@cinco.example', 1)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await from('caio@cinco.example', 1)).status).toBe(201);
  expect((await from('bia@cinco.example', 2)).status).toBe(201);
});

test('the server ignores X-Forwarded-For without a trusted proxy', async () => {
  await using direct = await startTestProduct();
  const send = (body: object, number: number) =>
    fetch(`${direct.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${number}` },
      body: JSON.stringify(body),
    });
  await send(message, 1);
  await hitsSoFar(direct, 98);
  const answers = await Promise.all(others(5, 'tres.example').map(send));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});
