import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openStripe } from '#tests/stripe/open-stripe.ts';

type Bench = Awaited<ReturnType<typeof openStripe>>;

const invoicesOf = async ({ stripe }: Bench, { id }: Stripe.Subscription) =>
  (await stripe.invoices.list({ subscription: id, expand: ['data.payments'] })).data;

const endOf = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end ?? 0;

async function subscribed(it: Bench) {
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await it.subscribe(price.id);
  const read = () => it.stripe.subscriptions.retrieve(subscription.id);
  const toNextPeriod = async () => it.advanceTo(endOf(await read()));
  return { price, subscription, read, toNextPeriod };
}

async function intentOf(it: Bench, subscription: Stripe.Subscription) {
  const [invoice] = await invoicesOf(it, subscription);
  return String(invoice?.payments?.data[0]?.payment.payment_intent);
}

test('a month later it renews: a new period, a new invoice, a new payment', async () => {
  await using it = await openStripe();
  const { subscription, read } = await subscribed(it);
  await it.advanceDays(20);
  expect(await invoicesOf(it, subscription)).toHaveLength(1);
  await it.advanceDays(12);
  const renewed = await read();
  expect(renewed.status).toBe('active');
  expect(endOf(renewed)).toBeGreaterThan(endOf(subscription) + 27 * 86_400);
  const invoices = await invoicesOf(it, subscription);
  expect(
    invoices.map(({ billing_reason, status, amount_paid, created }) => ({
      billing_reason,
      status,
      amount_paid,
      created,
    })),
  ).toEqual([
    {
      billing_reason: 'subscription_cycle',
      status: 'paid',
      amount_paid: 2_990,
      created: endOf(subscription),
    },
    {
      billing_reason: 'subscription_create',
      status: 'paid',
      amount_paid: 2_990,
      created: subscription.created,
    },
  ]);
  expect((await it.stripe.charges.list({ customer: String(subscription.customer) })).data).toHaveLength(2);
  // A year passes at once as month after month.
  await it.advanceDays(365);
  expect((await it.stripe.invoices.list({ limit: 100 })).data).toHaveLength(14);
});

test('a payment that fails leaves it past due, and the try some days later heals it', async () => {
  await using it = await openStripe();
  const { subscription, read, toNextPeriod } = await subscribed(it);
  await it.behave({ failNextPayments: 1 });
  await toNextPeriod();
  expect(await read()).toMatchObject({ status: 'past_due' });
  const [open] = await invoicesOf(it, subscription);
  expect(open).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 2_990 });
  expect(open?.next_payment_attempt).toBe((open?.created ?? 0) + 3 * 86_400);
  const intent = await it.stripe.paymentIntents.retrieve(await intentOf(it, subscription), {
    expand: ['latest_charge'],
  });
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
    latest_charge: { paid: false, status: 'failed' },
  });
  await it.advanceDays(4);
  expect(await read()).toMatchObject({ status: 'active' });
  const [paid] = await invoicesOf(it, subscription);
  expect(paid).toMatchObject({ id: open?.id, status: 'paid', attempt_count: 2, next_payment_attempt: null });
});

test('of two customers only the one meant fails; paying by hand heals, and a card that declines does not', async () => {
  await using it = await openStripe();
  const { price, subscription, read, toNextPeriod } = await subscribed(it);
  const other = await it.subscribe(price.id);
  const customer = String(subscription.customer);
  await it.behave({ failNextPayments: 2, customer });
  await toNextPeriod();
  expect(await read()).toMatchObject({ status: 'past_due' });
  expect(await it.stripe.subscriptions.retrieve(other.id)).toMatchObject({ status: 'active' });
  const [open] = await invoicesOf(it, subscription);
  const pay = () => it.stripe.invoices.pay(String(open?.id));
  await expect(pay()).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    statusCode: 402,
  });
  expect((await invoicesOf(it, subscription))[0]).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: open?.next_payment_attempt,
  });
  expect(await pay()).toMatchObject({ status: 'paid' });
  expect(await read()).toMatchObject({ status: 'active' });
  await expect(pay()).rejects.toMatchObject({ code: 'invoice_already_paid' });
});

test('an upgrade that is declined is taken back whole, and has used up the failure it was told to have', async () => {
  await using it = await openStripe();
  const { subscription, read } = await subscribed(it);
  const yearly = await it.makePrice('yearly', 29_990, 'year');
  const customer = String(subscription.customer);
  const upgrade = () =>
    it.stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: yearly.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });
  for (const behaviour of [{ failNextPayments: 1 }, { failNextPayments: 1, customer }]) {
    await it.behave(behaviour);
    await expect(upgrade()).rejects.toMatchObject({ code: 'card_declined' });
    expect((await read()).items.data[0]?.price.recurring?.interval).toBe('month');
  }
  // Nobody told it to fail a second time.
  expect((await upgrade()).items.data[0]?.price.id).toBe(yearly.id);
});

test('after four failed tries in fifteen days it ends, and its debt is no longer collected', async () => {
  await using it = await openStripe();
  const { subscription, read, toNextPeriod } = await subscribed(it);
  await it.behave({ failNextPayments: 100 });
  await toNextPeriod();
  await it.advanceDays(14);
  expect(await read()).toMatchObject({ status: 'past_due' });
  await it.advanceDays(2);
  expect(await read()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  await it.behave({ failNextPayments: 0 });
  await it.advanceDays(60);
  const [debt, first, ...more] = await invoicesOf(it, subscription);
  expect(debt).toMatchObject({
    status: 'open',
    attempt_count: 4,
    auto_advance: false,
    next_payment_attempt: null,
  });
  expect([first?.status, more]).toEqual(['paid', []]);
});

test('an upgrade to another price of the same rhythm is billed at once for what is left of the month', async () => {
  await using it = await openStripe();
  const { subscription, toNextPeriod } = await subscribed(it);
  const premium = await it.makePrice('premium', 9_990, 'month');
  await it.advanceDays(10);
  const updated = await it.stripe.subscriptions.update(subscription.id, {
    items: [{ id: String(subscription.items.data[0]?.id), price: premium.id }],
    proration_behavior: 'always_invoice',
  });
  expect(updated.items.data.map(({ id, price }) => [id, price.lookup_key])).toEqual([
    [subscription.items.data[0]?.id, 'premium'],
  ]);
  expect(endOf(updated)).toBe(endOf(subscription));
  const [change] = await invoicesOf(it, subscription);
  const share = (endOf(subscription) - (change?.created ?? 0)) / (endOf(subscription) - subscription.created);
  expect(change).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
  expect(change?.lines.data.map(({ amount }) => amount)).toEqual([
    -Math.round(2_990 * share),
    Math.round(9_990 * share),
  ]);
  expect(change?.amount_paid).toBe(change?.total);
  await toNextPeriod();
  expect((await invoicesOf(it, subscription))[0]).toMatchObject({ amount_paid: 9_990 });
});

test('prorations that nobody asked to bill at once wait for the next invoice', async () => {
  await using it = await openStripe();
  const { subscription, toNextPeriod } = await subscribed(it);
  const premium = await it.makePrice('premium', 9_990, 'month');
  await it.advanceDays(10);
  await it.stripe.subscriptions.update(subscription.id, {
    items: [{ id: String(subscription.items.data[0]?.id), price: premium.id }],
  });
  expect(await invoicesOf(it, subscription)).toHaveLength(1);
  await toNextPeriod();
  const [cycle] = await invoicesOf(it, subscription);
  expect(cycle?.lines.data).toHaveLength(3);
  expect(cycle?.total).toBeGreaterThan(9_990);
});

test('from monthly to yearly a new year begins today; back again, what is left is credit that later invoices use', async () => {
  await using it = await openStripe();
  const { price, subscription } = await subscribed(it);
  const yearly = await it.makePrice('basic-annual', 29_990, 'year');
  const item = String(subscription.items.data[0]?.id);
  const change = (id: string) =>
    it.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price: id }],
      proration_behavior: 'always_invoice',
    });
  await it.advanceDays(10);
  const annual = await change(yearly.id);
  expect(endOf(annual) - annual.billing_cycle_anchor).toBeGreaterThan(364 * 86_400);
  const [first] = await invoicesOf(it, subscription);
  expect(first?.lines.data.map(({ amount }) => amount > 0)).toEqual([false, true]);
  expect(first?.total).toBeGreaterThan(27_000);
  expect(first?.total).toBeLessThan(29_990);

  await change(price.id);
  const [back] = await invoicesOf(it, subscription);
  expect(back).toMatchObject({ status: 'paid', amount_due: 0, payments: { data: [] } });
  const customer = String(subscription.customer);
  const credit = async () => {
    const found = await it.stripe.customers.retrieve(customer);
    return found.deleted ? 0 : found.balance;
  };
  expect(await credit()).toBe(back?.total);
  expect(await credit()).toBeLessThan(-26_000);
  await it.advanceDays(31);
  expect(await credit()).toBe((back?.total ?? 0) + 2_990);
  await it.stripe.customers.update(customer, { balance: 0 });
  expect(await credit()).toBe(0);
});

test('a change is previewed to the cent, with what the credit pays of it, and nothing happens', async () => {
  await using it = await openStripe();
  const { price, subscription, read } = await subscribed(it);
  const yearly = await it.makePrice('basic-annual', 29_990, 'year');
  const items = (id: string) => [{ id: String(subscription.items.data[0]?.id), price: id }];
  const preview = (id: string) =>
    it.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: items(id), proration_behavior: 'always_invoice' },
    });
  const upgrade = await preview(yearly.id);
  expect(upgrade).toMatchObject({ status: 'draft', amount_due: 29_990 - 2_990, ending_balance: null });
  expect(upgrade.id).toMatch(/^upcoming_in_/);
  expect(await read()).toMatchObject({ items: { data: [{ price: { id: price.id } }] } });
  expect(await invoicesOf(it, subscription)).toHaveLength(1);
  const change = (id: string) =>
    it.stripe.subscriptions.update(subscription.id, {
      items: items(id),
      proration_behavior: 'always_invoice',
    });
  await change(yearly.id);
  expect((await invoicesOf(it, subscription))[0]).toMatchObject({ amount_paid: upgrade.amount_due });
  expect(await preview(price.id)).toMatchObject({ amount_due: 0, total: 2_990 - 29_990 });
  await change(price.id);
  expect(await preview(yearly.id)).toMatchObject({ amount_due: 0, starting_balance: -27_000, total: 27_000 });
});

test('a change whose payment is declined changes nothing where that was asked for', async () => {
  await using it = await openStripe();
  const { subscription, read } = await subscribed(it);
  const premium = await it.makePrice('premium', 9_990, 'month');
  await it.advanceDays(10);
  await it.behave({ failNextPayments: 1, customer: String(subscription.customer) });
  const options = { idempotencyKey: 'upgrade' };
  const change = () =>
    it.stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: String(subscription.items.data[0]?.id), price: premium.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      options,
    );
  await expect(change()).rejects.toMatchObject({ type: 'StripeCardError' });
  // The answer to a declined card is kept too.
  await expect(change()).rejects.toMatchObject({ type: 'StripeCardError' });
  expect(await read()).toMatchObject({
    status: 'active',
    items: { data: [{ price: { lookup_key: 'basic-monthly' } }] },
  });
  expect(await invoicesOf(it, subscription)).toHaveLength(1);
});

test('cancelled at the end of the period it runs until then; resumed before, it renews', async () => {
  await using it = await openStripe();
  const { subscription, read, toNextPeriod } = await subscribed(it);
  const cancel = (value: boolean) =>
    it.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: value });
  expect(await cancel(true)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: endOf(subscription),
    cancellation_details: { reason: 'cancellation_requested' },
  });
  expect(await cancel(false)).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
  });
  await toNextPeriod();
  expect(await invoicesOf(it, subscription)).toHaveLength(2);

  await cancel(true);
  const end = endOf(await read());
  await toNextPeriod();
  expect(await read()).toMatchObject({ status: 'canceled', ended_at: end });
  expect(await invoicesOf(it, subscription)).toHaveLength(2);
  await expect(cancel(false)).rejects.toThrow('canceled subscription');
});

test('cancelled at once it is over, and cannot be cancelled again', async () => {
  await using it = await openStripe();
  const { subscription } = await subscribed(it);
  const customer = String(subscription.customer);
  expect(
    await it.stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false }),
  ).toMatchObject({
    status: 'canceled',
    ended_at: expect.any(Number),
  });
  await expect(it.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect((await it.stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await it.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
});

test('a payment is given back once, never more of it than was paid', async () => {
  await using it = await openStripe();
  const { subscription } = await subscribed(it);
  const intent = await intentOf(it, subscription);
  const part = await it.stripe.refunds.create({ payment_intent: intent, amount: 1_000 });
  expect(part).toMatchObject({ amount: 1_000, status: 'succeeded', payment_intent: intent });
  await expect(it.stripe.refunds.create({ payment_intent: intent, amount: 2_000 })).rejects.toThrow(
    'greater than unrefunded',
  );
  expect(await it.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 1_990 });
  await expect(it.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const { data } = await it.stripe.charges.list({ payment_intent: intent, expand: ['data.refunds'] });
  expect(data[0]).toMatchObject({
    refunded: true,
    amount_refunded: 2_990,
    refunds: { data: [{ amount: 1_990 }, { amount: 1_000 }] },
  });
  // From the payment back to what it paid.
  const payments = await it.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    expand: ['data.invoice'],
  });
  expect(payments.data).toMatchObject([{ status: 'paid', invoice: { amount_paid: 2_990 } }]);
});

test('in the portal a card is changed and a debt is paid', async () => {
  await using it = await openStripe();
  const { subscription, read, toNextPeriod } = await subscribed(it);
  const { url } = await it.stripe.billingPortal.sessions.create({
    customer: String(subscription.customer),
    return_url: 'http://localhost:3000/dashboard/billing',
  });
  const press = async (form: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).text();
  expect(await (await fetch(url)).text()).toContain('VISA com final 4242');
  expect(await press({ card: 'declined' })).toContain('VISA com final 0341');
  await toNextPeriod();
  expect(await read()).toMatchObject({ status: 'past_due' });
  const [open] = await invoicesOf(it, subscription);
  expect(await press({ pay: String(open?.id) })).toContain('O cartão foi recusado.');
  expect(await press({ card: 'other' })).toContain('MASTERCARD com final 4444');
  expect(await press({ pay: String(open?.id) })).toContain('A fatura foi paga.');
  expect(await read()).toMatchObject({ status: 'active' });
  const invoicePage = await (await fetch(String(open?.hosted_invoice_url))).text();
  expect(invoicePage).toContain(String(open?.number));
  expect(invoicePage).toContain('Paga');
});
