import { expect, test } from 'vitest';
import { openSdk, openStripe } from '#tests/stripe/open-stripe.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';

test('paying on the page makes one subscription, whose payment and end the SDK reads', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const customer = await it.stripe.customers.create({ email: 'ana@exemplo.com', name: 'Ana' });
  const { id, url } = await it.checkout(price.id, customer.id);
  const page = await (await fetch(url)).text();
  for (const text of [
    'Pagamento de teste',
    'basic-monthly',
    'R$',
    '29,90',
    'por mês',
    'Pagar (teste)',
    'Cartão recusado',
    'Desistir',
  ])
    expect(page).toContain(text);

  const press = await pressCheckout(url, 'pay');
  expect(press).toMatchObject({ status: 303, location: `http://localhost:3000/ok?session=${id}` });
  // The other tab.
  const again = await pressCheckout(url, 'pay');
  expect(again).toMatchObject({ status: 200, page: expect.stringContaining('já foi feito') });

  const session = await it.stripe.checkout.sessions.retrieve(id, {
    expand: ['line_items', 'invoice.payments'],
  });
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'user-1',
    metadata: { user: 'user-1' },
    url: null,
    customer: customer.id,
  });
  expect(session.line_items?.data[0]?.price?.lookup_key).toBe('basic-monthly');
  const { data } = await it.stripe.subscriptions.list({
    customer: customer.id,
    expand: ['data.latest_invoice.payments', 'data.items.data.price.product', 'data.customer'],
  });
  expect(data).toHaveLength(1);
  const [subscription] = data;
  expect(subscription).toMatchObject({
    status: 'active',
    customer: { email: 'ana@exemplo.com' },
    items: { data: [{ price: { product: { name: 'basic-monthly' } } }] },
    latest_invoice: { status: 'paid', amount_paid: 2_990, payments: { data: [{ status: 'paid' }] } },
  });
  const days =
    ((subscription?.items.data[0]?.current_period_end ?? 0) - (subscription?.created ?? 0)) / 86_400;
  expect(days).toBeGreaterThanOrEqual(28);
  expect(days).toBeLessThanOrEqual(31);
});

test('a declined card makes nothing and may be tried again; leaving leads back and leaves the page open', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-annual', 29_990, 'year');
  const { id, url } = await it.checkout(price.id);
  const declined = await pressCheckout(url, 'decline');
  expect(declined).toMatchObject({ status: 402, page: expect.stringContaining('O cartão foi recusado') });
  expect(await pressCheckout(url, 'leave')).toMatchObject({
    status: 303,
    location: 'http://localhost:3000/nao',
  });
  expect((await it.stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
  expect(await it.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'open',
    subscription: null,
  });
  expect(await pressCheckout(url, 'pay')).toMatchObject({ status: 303 });
  // Nobody was named: the customer is made of the e-mail.
  expect((await it.stripe.customers.list({ email: 'ana@exemplo.com' })).data).toHaveLength(1);
});

test('a page that was closed takes no payment: by the product, or by a day', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const [closed, late] = [await it.checkout(price.id), await it.checkout(price.id)];
  await it.stripe.checkout.sessions.expire(closed.id);
  await it.advanceDays(2);
  for (const { id, url } of [closed, late]) {
    expect(await pressCheckout(url, 'pay')).toMatchObject({
      status: 200,
      page: expect.stringContaining('expirou'),
    });
    expect(await it.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null });
  }
  await expect(it.stripe.checkout.sessions.expire(late.id)).rejects.toMatchObject({ statusCode: 400 });
  expect((await it.stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
});

test('a price is found by its key, which is handed over only when that is asked for', async () => {
  await using it = await openStripe();
  const old = await it.makePrice('basic-monthly', 2_990, 'month');
  await expect(it.makePrice('basic-monthly', 3_990, 'month')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    param: 'lookup_key',
  });
  const fresh = await it.stripe.prices.create({
    currency: 'brl',
    unit_amount: 3_990,
    recurring: { interval: 'month' },
    product: String(old.product),
    lookup_key: 'basic-monthly',
    transfer_lookup_key: true,
  });
  const { data } = await it.stripe.prices.list({ lookup_keys: ['basic-monthly', 'premium'], active: true });
  expect(data.map(({ id }) => id)).toEqual([fresh.id]);
  await it.stripe.prices.update(fresh.id, { active: false });
  expect((await it.stripe.prices.list({ lookup_keys: ['basic-monthly'], active: true })).data).toEqual([]);
  await expect(it.checkout(fresh.id)).rejects.toThrow('inactive');
  await it.stripe.products.update(String(old.product), { name: 'Básico', metadata: { plan: 'x' } });
  expect(await it.stripe.products.retrieve(String(old.product))).toMatchObject({
    name: 'Básico',
    metadata: { plan: 'x' },
  });
});

test('a list is read to its end in pages, newest first', async () => {
  await using it = await openStripe();
  for (let number = 0; number < 25; number += 1) await it.stripe.customers.create({ name: String(number) });
  const names: (string | null | undefined)[] = [];
  for await (const { name } of it.stripe.customers.list({ limit: 10 })) names.push(name);
  expect(names).toEqual(Array.from({ length: 25 }, (_, index) => String(24 - index)));
  const first = await it.stripe.customers.list({ limit: 10 });
  expect([first.data.length, first.has_more]).toEqual([10, true]);
  const back = await it.stripe.customers.list({ limit: 3, ending_before: String(first.data[9]?.id) });
  expect(back.data.map(({ name }) => name)).toEqual(['18', '17', '16']);
  await expect(it.stripe.customers.list({ starting_after: 'cus_nobody' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
});

test('a call with a key that was used is answered as before, and with other parameters refused', async () => {
  await using it = await openStripe();
  const options = { idempotencyKey: 'customer-of-ana' };
  const first = await it.stripe.customers.create({ name: 'Ana' }, options);
  const again = await it.stripe.customers.create({ name: 'Ana' }, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await it.stripe.customers.list()).data).toHaveLength(1);
  await expect(it.stripe.customers.create({ name: 'Bia' }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
  // What was refused before anything happened may be asked again.
  const wrong = { idempotencyKey: 'refund-of-nothing' };
  for (let time = 0; time < 2; time += 1)
    await expect(it.stripe.refunds.create({ payment_intent: 'pi_nobody' }, wrong)).rejects.toMatchObject({
      code: 'resource_missing',
    });
});

test('refusals are the SDK’s own errors: key, unknown object, unknown and missing parameter, what cannot be expanded', async () => {
  await using it = await openStripe();
  await expect(openSdk(it.url, 'sk_test_other').customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
  });
  await expect(it.stripe.subscriptions.retrieve('sub_nobody')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
  });
  const unknown = { nmae: 'Ana' } as { name?: string };
  await expect(it.stripe.customers.create(unknown)).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'nmae',
  });
  const nothing = {} as { name: string };
  await expect(it.stripe.products.create(nothing)).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'name',
  });
  const { id } = await it.stripe.customers.create();
  await expect(it.stripe.customers.retrieve(id, { expand: ['friends'] })).rejects.toThrow(
    'cannot be expanded',
  );
});

test('all of it survives a restart, for its owner alone to read', async () => {
  await using first = await openStripe();
  const price = await first.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await first.subscribe(price.id);
  await first.advanceDays(3);
  await first.close();
  await using second = await openStripe({ stateDir: first.folder });
  const kept = await second.stripe.subscriptions.retrieve(subscription.id);
  expect(kept).toMatchObject({ status: 'active', items: { data: [{ price: { id: price.id } }] } });
  const clock = (await (await fetch(`${second.url}/stripe/clock`)).json()) as { now: number };
  expect(clock.now - Date.now() / 1_000).toBeGreaterThan(2.9 * 86_400);
});

test('a customer who is deleted is left without subscription, and says so', async () => {
  await using it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await it.subscribe(price.id);
  const customer = String(subscription.customer);
  expect(await it.stripe.customers.del(customer)).toEqual(
    expect.objectContaining({ id: customer, deleted: true }),
  );
  expect(await it.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  expect(await it.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
  expect((await it.stripe.customers.list()).data).toEqual([]);
  await expect(it.checkout(price.id, customer)).rejects.toMatchObject({ code: 'resource_missing' });
});
