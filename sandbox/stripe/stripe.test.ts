import { expect, test } from 'vitest';
import { openSdk, openStripe } from '#tests/stripe/open-stripe.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';

type Bench = Awaited<ReturnType<typeof openStripe>>;

const openSessions = async ({ stripe }: Bench, customer: string) =>
  (await stripe.checkout.sessions.list({ customer, status: 'open' })).data.map(({ id }) => id);

test('a payment on the checkout page creates one subscription and one paid invoice', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const { id: customer } = await it.makeCustomer();
  const { url } = await it.checkout(price.id, customer);
  const page = await (await fetch(url)).text();
  for (const text of ['Pagamento de teste', 'basic-monthly', 'R$', '29,90', 'por mês', 'Desistir'])
    expect(page).toContain(text);

  expect(await pressCheckout(url, 'pay')).toMatchObject({
    status: 303,
    location: 'http://localhost:3000/ok',
  });
  const secondTab = await pressCheckout(url, 'pay');
  expect(secondTab).toMatchObject({ status: 200, page: expect.stringContaining('já foi feito') });

  const { data } = await it.stripe.subscriptions.list({ customer, status: 'all' });
  expect(data).toMatchObject([
    { status: 'active', metadata: { user_id: 'user-1' }, items: { data: [{ price: { id: price.id } }] } },
  ]);
  const { data: invoices } = await it.stripe.invoices.list({
    customer,
    status: 'paid',
    expand: ['data.payments'],
  });
  expect(invoices).toMatchObject([{ amount_paid: 2_990, payments: { data: [{ status: 'paid' }] } }]);
  const days = ((data[0]?.items.data[0]?.current_period_end ?? 0) - (data[0]?.created ?? 0)) / 86_400;
  expect(days).toBeGreaterThanOrEqual(28);
  expect(days).toBeLessThanOrEqual(31);
});

test('a declined card creates no subscription, and the checkout page stays open', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-annual', 29_990, 'year');
  const { id: customer } = await it.makeCustomer();
  const { id, url } = await it.checkout(price.id, customer);
  const declined = await pressCheckout(url, 'decline');
  expect(declined).toMatchObject({ status: 402, page: expect.stringContaining('O cartão foi recusado') });
  expect((await pressCheckout(url, 'leave')).location).toBe('http://localhost:3000/nao');
  expect((await it.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  expect(await openSessions(it, customer)).toEqual([id]);
});

test('an expired checkout page refuses a payment', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const { id: customer } = await it.makeCustomer();
  const [closed, late] = [await it.checkout(price.id, customer), await it.checkout(price.id, customer)];
  await it.stripe.checkout.sessions.expire(closed.id);
  await it.advanceDays(2);
  for (const { url } of [closed, late]) {
    const pressed = await pressCheckout(url, 'pay');
    expect(pressed).toMatchObject({ status: 200, page: expect.stringContaining('expirou') });
  }
  expect(await openSessions(it, customer)).toEqual([]);
  await expect(it.stripe.checkout.sessions.expire(late.id)).rejects.toMatchObject({ statusCode: 400 });
  expect((await it.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
});

test('a new price takes over the lookup key of the old price', async () => {
  await using it = await openStripe();
  const old = await it.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await it.subscribe(old.id);
  const fresh = await it.makePrice('basic-monthly', 3_990, 'month');
  const { data } = await it.stripe.prices.list({ lookup_keys: ['basic-monthly'], active: true });
  expect(data.map(({ id }) => id)).toEqual([fresh.id]);
  const { items } = await it.stripe.subscriptions.retrieve(subscription.id);
  expect(items.data).toMatchObject([{ price: { id: old.id, lookup_key: null, unit_amount: 2_990 } }]);
});

test('the SDK reads all pages of a list, newest object first', async () => {
  await using it = await openStripe();
  const made: string[] = [];
  for (let number = 0; number < 25; number += 1) made.push((await it.makeCustomer()).id);
  const listed = await it.stripe.customers.list({ limit: 10 }).autoPagingToArray({ limit: 100 });
  expect(listed.map(({ id }) => id)).toEqual(made.toReversed());
});

test('a repeated call with the same idempotency key changes nothing', async () => {
  await using it = await openStripe();
  const options = { idempotencyKey: 'customer-of-ana' };
  const first = await it.makeCustomer('ana@exemplo.com', options);
  const again = await it.makeCustomer('ana@exemplo.com', options);
  expect(again.id).toBe(first.id);
  expect((await it.stripe.customers.list()).data).toHaveLength(1);
  await expect(it.makeCustomer('bia@exemplo.com', options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
});

test('the sandbox refuses a wrong key, an unknown object and an unknown parameter', async () => {
  await using it = await openStripe();
  await expect(openSdk(it.url, 'sk_test_other').customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
  });
  await expect(it.stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(it.stripe.customers.list({ created: 1 })).rejects.toThrow('created');
  await expect(it.stripe.customers.list({ expand: ['data.subscriptions'] })).rejects.toThrow('expand');
});

test('the sandbox refuses an unknown call and logs it', async () => {
  const warnings: unknown[] = [];
  const log = { info: () => {}, warn: (fields: unknown) => warnings.push(fields), error: () => {} };
  await using it = await openStripe({ log });
  await expect(it.stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 });
  expect(warnings).toEqual([{ method: 'GET', path: '/v1/coupons' }]);
});

test('the simulated Stripe keeps its objects and its clock over a restart', async () => {
  await using first = await openStripe();
  const price = await first.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await first.subscribe(price.id);
  await first.advanceDays(3);
  await first.close();
  await using second = await openStripe({ stateDir: first.folder });
  const reloaded = await second.stripe.subscriptions.retrieve(subscription.id);
  expect(reloaded).toMatchObject({ status: 'active', items: { data: [{ price: { id: price.id } }] } });
  const clock = (await (await fetch(`${second.url}/stripe/clock`)).json()) as { now: number };
  expect(clock.now - Date.now() / 1_000).toBeGreaterThan(2.9 * 86_400);
});

test('a deleted customer has no active subscription and cannot open a checkout page', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await it.subscribe(price.id);
  const customer = String(subscription.customer);
  expect(await it.stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
  expect(await it.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  expect(await it.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
  expect((await it.stripe.customers.list()).data).toEqual([]);
  await expect(it.checkout(price.id, customer)).rejects.toMatchObject({ code: 'resource_missing' });
});
