import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openStripe } from '#tests/stripe/open-stripe.ts';

type Bench = Awaited<ReturnType<typeof openStripe>>;
/** Returns the newest invoice first. */
async function invoicesOf({ stripe }: Bench, { id }: Stripe.Subscription) {
  const [open, paid] = await Promise.all(
    (['open', 'paid'] as const).map((status) =>
      stripe.invoices.list({ subscription: id, status, limit: 100, expand: ['data.payments'] }),
    ),
  );
  return [...(open?.data ?? []), ...(paid?.data ?? [])].toSorted((one, other) => other.created - one.created);
}

const endOf = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end ?? 0;

async function subscribed(it: Bench) {
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await it.subscribe(price.id);
  const read = () => it.stripe.subscriptions.retrieve(subscription.id);
  return {
    price,
    subscription,
    customer: String(subscription.customer),
    read,
    toNextPeriod: async () => it.advanceTo(endOf(await read())),
  };
}

const changePrice = ({ stripe }: Bench, { id, items }: Stripe.Subscription, price: string) =>
  stripe.subscriptions.update(id, {
    items: [{ id: String(items.data[0]?.id), price }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    cancel_at_period_end: false,
    expand: ['latest_invoice'],
  });

const preview = ({ stripe }: Bench, { id, items }: Stripe.Subscription, price: string) =>
  stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: String(items.data[0]?.id), price }],
      proration_behavior: 'always_invoice',
      cancel_at_period_end: false,
    },
  });

test('a renewal makes a new period, a new invoice and a new charge', async () => {
  await using it = await openStripe();
  const { subscription, customer, read } = await subscribed(it);
  await it.advanceDays(20);
  expect(await invoicesOf(it, subscription)).toHaveLength(1);
  await it.advanceDays(12);
  const renewed = await read();
  expect(renewed.status).toBe('active');
  expect(endOf(renewed)).toBeGreaterThan(endOf(subscription) + 27 * 86_400);
  expect(await invoicesOf(it, subscription)).toMatchObject([
    { billing_reason: 'subscription_cycle', amount_paid: 2_990, created: endOf(subscription) },
    { billing_reason: 'subscription_create', amount_paid: 2_990, created: subscription.created },
  ]);
  expect((await it.stripe.charges.list({ customer })).data).toHaveLength(2);
  // When the clock jumps a year ahead, the sandbox bills each of its months.
  await it.advanceDays(365);
  expect(await invoicesOf(it, subscription)).toHaveLength(14);
});

test('a successful first retry of a failed renewal makes the subscription active again', async () => {
  await using it = await openStripe();
  const { subscription, customer, read, toNextPeriod } = await subscribed(it);
  await it.behave({ failNextPayments: 1 });
  await toNextPeriod();
  expect(await read()).toMatchObject({ status: 'past_due' });
  const [open] = await invoicesOf(it, subscription);
  expect(open).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 2_990 });
  expect(open?.next_payment_attempt).toBe((open?.created ?? 0) + 3 * 86_400);
  const [failed] = (await it.stripe.charges.list({ customer })).data;
  expect(failed).toMatchObject({ paid: false, status: 'failed', amount_captured: 0 });
  await it.advanceDays(4);
  expect(await read()).toMatchObject({ status: 'active' });
  const [paid] = await invoicesOf(it, subscription);
  expect(paid).toMatchObject({ id: open?.id, status: 'paid', next_payment_attempt: null });
});

test('a failure configured for one customer does not affect other customers', async () => {
  await using it = await openStripe();
  const { price, customer, read, toNextPeriod } = await subscribed(it);
  const other = await it.subscribe(price.id);
  await it.behave({ failNextPayments: 1, customer });
  await toNextPeriod();
  await it.advanceDays(1);
  expect(await read()).toMatchObject({ status: 'past_due' });
  expect(await it.stripe.subscriptions.retrieve(other.id)).toMatchObject({ status: 'active' });
});

test('after four failures the subscription ends, and its open invoice has no further retry', async () => {
  await using it = await openStripe();
  const { subscription, customer, read, toNextPeriod } = await subscribed(it);
  await it.behave({ failNextPayments: 100, customer });
  await toNextPeriod();
  await it.advanceDays(14);
  expect(await read()).toMatchObject({ status: 'past_due' });
  await it.advanceDays(2);
  expect(await read()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  await it.behave({ failNextPayments: 0, customer });
  await it.advanceDays(60);
  const [debt, first, ...more] = await invoicesOf(it, subscription);
  expect(debt).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
  expect([first?.status, more]).toEqual(['paid', []]);
  expect(await it.stripe.invoices.voidInvoice(String(debt?.id))).toMatchObject({ status: 'void' });
});

test('a change to a price of the same interval keeps the period and bills the rest of the month', async () => {
  await using it = await openStripe();
  const { subscription, toNextPeriod } = await subscribed(it);
  const premium = await it.makePrice('premium', 9_990, 'month');
  await it.advanceDays(10);
  const updated = await changePrice(it, subscription, premium.id);
  expect(updated.items.data.map(({ id, price }) => [id, price.lookup_key])).toEqual([
    [subscription.items.data[0]?.id, 'premium'],
  ]);
  expect(endOf(updated)).toBe(endOf(subscription));
  const [change] = await invoicesOf(it, subscription);
  const share = (endOf(subscription) - (change?.created ?? 0)) / (endOf(subscription) - subscription.created);
  expect(change?.lines.data.map(({ amount }) => amount)).toEqual([
    -Math.round(2_990 * share),
    Math.round(9_990 * share),
  ]);
  expect(change?.amount_paid).toBe(change?.total);
  await toNextPeriod();
  expect((await invoicesOf(it, subscription))[0]).toMatchObject({ amount_paid: 9_990 });
});

test('a change from monthly to yearly begins a new year, and the change back creates credit', async () => {
  await using it = await openStripe();
  const { price, subscription, customer } = await subscribed(it);
  const yearly = await it.makePrice('basic-annual', 29_990, 'year');
  await it.advanceDays(10);
  const annual = await changePrice(it, subscription, yearly.id);
  expect(endOf(annual) - annual.billing_cycle_anchor).toBeGreaterThan(364 * 86_400);
  const { lines, total } = annual.latest_invoice as Stripe.Invoice;
  expect(lines.data.map(({ amount }) => amount > 0)).toEqual([false, true]);
  expect(total).toBeGreaterThan(27_000);
  expect(total).toBeLessThan(29_990);

  const back = (await changePrice(it, subscription, price.id)).latest_invoice as Stripe.Invoice;
  expect(back).toMatchObject({ status: 'paid', amount_due: 0 });
  const balance = async () => {
    const found = await it.stripe.customers.retrieve(customer);
    return found.deleted ? 0 : found.balance;
  };
  expect(await balance()).toBe(back.total);
  expect(await balance()).toBeLessThan(-26_000);
  await it.advanceDays(31);
  expect(await balance()).toBe(back.total + 2_990);
  expect((await invoicesOf(it, subscription))[0]).toMatchObject({ status: 'paid', payments: { data: [] } });
});

test('a preview returns the cost of a change and changes nothing', async () => {
  await using it = await openStripe();
  const { price, subscription, read } = await subscribed(it);
  const yearly = await it.makePrice('basic-annual', 29_990, 'year');
  const upgrade = await preview(it, subscription, yearly.id);
  expect(upgrade).toMatchObject({ status: 'draft', amount_due: 29_990 - 2_990, ending_balance: null });
  expect(await read()).toMatchObject({ items: { data: [{ price: { id: price.id } }] } });
  expect(await invoicesOf(it, subscription)).toHaveLength(1);
  const { latest_invoice: paid } = await changePrice(it, subscription, yearly.id);
  expect(paid).toMatchObject({ amount_paid: upgrade.amount_due });
  expect(await preview(it, subscription, price.id)).toMatchObject({ amount_due: 0, total: 2_990 - 29_990 });
  await changePrice(it, subscription, price.id);
  expect(await preview(it, subscription, yearly.id)).toMatchObject({
    amount_due: 0,
    starting_balance: -27_000,
    total: 27_000,
  });
});

test('a declined card leaves the price unchanged and consumes one configured failure', async () => {
  await using it = await openStripe();
  const { subscription, customer, read } = await subscribed(it);
  const yearly = await it.makePrice('yearly', 29_990, 'year');
  for (const behaviour of [{ failNextPayments: 1 }, { failNextPayments: 1, customer }]) {
    await it.behave(behaviour);
    await expect(changePrice(it, subscription, yearly.id)).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
    });
    expect((await read()).items.data[0]?.price.recurring?.interval).toBe('month');
    expect(await invoicesOf(it, subscription)).toHaveLength(1);
  }
  expect((await changePrice(it, subscription, yearly.id)).items.data[0]?.price.id).toBe(yearly.id);
});

test('the simulated Stripe repeats the answer of a declined card for the same idempotency key', async () => {
  await using it = await openStripe();
  const { subscription } = await subscribed(it);
  const yearly = await it.makePrice('yearly', 29_990, 'year');
  await it.behave({ failNextPayments: 1 });
  const change = () =>
    it.stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: String(subscription.items.data[0]?.id), price: yearly.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: 'upgrade' },
    );
  for (let time = 0; time < 2; time += 1)
    await expect(change()).rejects.toMatchObject({ type: 'StripeCardError' });
});

test('a subscription that ends with its period can be resumed before the end', async () => {
  await using it = await openStripe();
  const { subscription, read, toNextPeriod } = await subscribed(it);
  const cancel = (value: boolean) =>
    it.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: value });
  expect(await cancel(true)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: endOf(subscription),
  });
  expect(await cancel(false)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  await toNextPeriod();
  expect(await invoicesOf(it, subscription)).toHaveLength(2);

  await cancel(true);
  const end = endOf(await read());
  await toNextPeriod();
  expect(await read()).toMatchObject({ status: 'canceled', ended_at: end });
  expect(await invoicesOf(it, subscription)).toHaveLength(2);
  await expect(cancel(false)).rejects.toThrow('canceled');
});

test('only an empty cancel_at removes an end on a fixed date', async () => {
  await using it = await openStripe();
  const { subscription } = await subscribed(it);
  const update = (params: Stripe.SubscriptionUpdateParams) =>
    it.stripe.subscriptions.update(subscription.id, params);
  const cancel_at = endOf(subscription) - 86_400;
  expect(await update({ cancel_at })).toMatchObject({ cancel_at, cancel_at_period_end: false });
  expect(await update({ cancel_at_period_end: false })).toMatchObject({ cancel_at });
  expect(await update({ cancel_at: '' })).toMatchObject({ cancel_at: null });
});

test('a second cancellation of a subscription gets resource_missing', async () => {
  await using it = await openStripe();
  const { subscription, customer } = await subscribed(it);
  const ended = await it.stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false });
  expect(ended).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
  await expect(it.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect((await it.stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await it.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
});

test('the portal changes the card and collects an open invoice', async () => {
  await using it = await openStripe();
  const { subscription, customer, read, toNextPeriod } = await subscribed(it);
  const { url } = await it.stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://localhost:3000/dashboard/billing',
    locale: 'pt-BR',
  });
  const press = async (form: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).text();
  expect(await (await fetch(url)).text()).toContain('Cartão com final 4242');
  await it.behave({ failNextPayments: 2, customer });
  await toNextPeriod();
  const [open] = await invoicesOf(it, subscription);
  expect(await press({ pay: String(open?.id) })).toContain('O cartão foi recusado.');
  expect((await invoicesOf(it, subscription))[0]).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: open?.next_payment_attempt,
  });
  expect(await press({ card: 'other' })).toContain('Cartão com final 4444');
  expect(await press({ pay: String(open?.id) })).toContain('A fatura foi paga.');
  expect(await read()).toMatchObject({ status: 'active' });
  const invoicePage = await (await fetch(String(open?.hosted_invoice_url))).text();
  expect(invoicePage).toContain(String(open?.number));
  expect(invoicePage).toContain('Paga');
});
