import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedbackMessages } from '#server/adapters/db/schema/support.ts';
import { waitForMail } from '#tests/mailbox.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: 'ajuda@escriba.example' });
});
afterAll(() => product.close());

function send(body: object) {
  return fetch(`${product.url}/api/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('an opinion is kept and reaches the support mailbox', async () => {
  const opinion = { name: 'Ana', email: 'ana@exemplo.com', message: 'O editor poderia ter modo foco.' };
  expect((await send(opinion)).status).toBe(201);
  expect(await product.deps.db.select().from(feedbackMessages)).toMatchObject([opinion]);
  const mail = await waitForMail(product.mailboxUrl, 'ajuda@escriba.example');
  expect(mail.subject).toBe('Feedback de Ana');
  expect(mail.text).toContain(opinion.message);
});

test('an empty opinion is refused', async () => {
  const answer = await send({ name: 'Ana', email: 'ana@exemplo.com', message: '   ' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { message: 'Escreva sua mensagem.' } });
});
