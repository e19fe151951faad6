import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactMessages } from '#server/adapters/db/schema/support.ts';
import { contactMessage } from '#tests/factories.ts';
import { waitForMail } from '#tests/mailbox.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: 'ajuda@escriba.example', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const message = contactMessage();

function send(body: unknown, address = '198.51.100.7') {
  return fetch(`${product.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

test('a message is kept, and reaches the support mailbox with the sender to reply to', async () => {
  expect((await send(message)).status).toBe(201);
  expect(await product.deps.db.select().from(contactMessages)).toMatchObject([message]);
  const mail = await waitForMail(product.mailboxUrl, 'ajuda@escriba.example');
  expect(mail.text).toContain(message.message);
  expect(mail.text).toContain(message.email);
});

test.each([
  ['name', { ...message, name: ' A ' }, 'Nome deve ter ao menos 2 caracteres.'],
  ['email', { ...message, email: 'ana@' }, 'E-mail inválido.'],
  ['message', { ...message, message: '  curta   ' }, 'Mensagem deve ter ao menos 10 caracteres.'],
  ['name', { email: message.email, message: message.message }, 'Nome deve ter ao menos 2 caracteres.'],
])('a wrong %s is refused beside its field with the text of the specification', async (field, body, text) => {
  const answer = await send(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    error: text,
    fields: { [field]: text },
  });
});

test('too many messages from one address are turned away with the time to wait, others are not', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(message, '203.0.113.9')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await refused?.json()).toMatchObject({ code: 'too_many_requests' });
  expect((await send(message, '203.0.113.10')).status).toBe(201);
});

test('an address that nobody vouches for is not believed', async () => {
  await using direct = await startTestProduct();
  const send = (_: unknown, number: number) =>
    fetch(`${direct.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${number}` },
      body: JSON.stringify(message),
    });
  const answers = await Promise.all(Array.from({ length: 25 }, send));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});
