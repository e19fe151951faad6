import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stripeWebhookSecret } from '#sandbox/stripe/client.ts';
import { billingEvents } from '#server/adapters/db/schema/billing.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const secret = stripeWebhookSecret;
const { webhooks } = new Stripe('sk_test_1');
const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Signs the payload with Stripe's SDK. */
const post = (payload: string, timestamp = nowSeconds()) =>
  fetch(`${product.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    body: payload,
  });
const keptIds = async () => (await product.deps.db.select().from(billingEvents)).map(({ id }) => id);
type Logged = { level: number; msg: string };
const said = 'segredo.da.ana@exemplo.com';

const event = (changes: object) =>
  JSON.stringify({ id: 'evt_odd', object: 'event', type: 'invoice.paid', ...changes });
const about = (object: unknown, type = 'invoice.paid') => event({ type, data: { object } });

test.each([
  ['not JSON', `{"id": "evt_odd", ${said}`],
  ['nothing but space', ' '],
  ['null', 'null'],
  ['a number', '12'],
  ['a text', JSON.stringify(said)],
  ['an empty list', '[]'],
  ['a list of events', `[${about({})}]`],
  ['no fields', '{}'],
  ['no data', event({})],
  ['data that is null', event({ data: null })],
  ['data without an object', event({ data: { email: said } })],
  ['an object that is null', about(null)],
  ['an object that is a list', about([said])],
  ['an object that is a text', about(said)],
  ['a kind of object that is a number', about({ object: 7 })],
  ['no id', event({ id: undefined, data: { object: {} } })],
  ['an id that is a number', event({ id: 7, data: { object: {} } })],
  ['an id with a NUL', event({ id: 'evt_\0', data: { object: {} } })],
  ['an id of ten thousand letters', event({ id: 'e'.repeat(10_000), data: { object: {} } })],
  ['a type that is null', event({ type: null, data: { object: {} } })],
  ['a customer that is a number', about({ customer: 7, email: said })],
  ['a customer that is a list', about({ customer: ['cus_1'] })],
  ['a customer without an id', about({ customer: { email: said } })],
  ['a customer object without an id', about({ object: 'customer', email: said }, 'customer.updated')],
  ['a failed refund without an amount', about({ payment_intent: 'pi_1' }, 'refund.failed')],
  ['a failed refund of half a cent', about({ payment_intent: 'pi_1', amount: 0.5 }, 'refund.failed')],
  ['a failed refund of a payment that is a number', about({ payment_intent: 1, amount: 1 }, 'refund.failed')],
  ['a hundred thousand brackets', '['.repeat(100_000)],
  ['a thin event of the newer kind', event({ object: 'v2.core.event', data: { object: {} } })],
])('the server refuses a signed event of %s and logs none of its content', async (_what, payload) => {
  const before = product.logged().length;
  const answer = await post(payload);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'webhook_refused',
    error: 'O aviso não tem a forma esperada.',
  });
  const lines: Logged[] = product
    .logged()
    .slice(before)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const notes = lines.filter(({ msg }) => msg === 'the server refused a webhook');
  expect(notes).toMatchObject([{ level: 40, bytes: Buffer.byteLength(payload) }]);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain(said);
  expect(await keptIds()).not.toContain('evt_odd');
});

test.each([
  ['of an unknown type', 'evt_new', about({ object: 'moon' }, 'moon.phase_changed')],
  ['with an object of no kind', 'evt_bare', about({})],
  ['with a customer that is null', 'evt_null', about({ object: 'invoice', customer: null })],
  [
    'of a failed refund of no payment',
    'evt_free',
    about({ payment_intent: null, amount: 1 }, 'refund.failed'),
  ],
])('the server accepts a signed event %s and changes nothing', async (_what, id, payload) => {
  const answer = await post(payload.replace('evt_odd', id));
  expect(answer.status).toBe(200);
  expect(await keptIds()).toContain(id);
});

test('the server refuses an event of more than a megabyte', async () => {
  const answer = await post(about({ text: 'a'.repeat(1_100_000) }));
  expect(answer.status).toBe(413);
});

test.each([
  [-310, 400],
  [-200, 200],
  [200, 200],
  [310, 400],
  [86_400, 400],
])('the server answers a signature dated %i s from now with %i', async (seconds, status) => {
  const payload = about({}).replace('evt_odd', `evt_dated_${seconds}`);
  expect((await post(payload, nowSeconds() + seconds)).status).toBe(status);
});
