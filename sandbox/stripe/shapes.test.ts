import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openStripe } from '#tests/stripe/open-stripe.ts';

type Shape = Record<string, unknown>;

const fixtures = JSON.parse(
  await readFile(new URL('../../tests/stripe/fixtures.json', import.meta.url), 'utf8'),
) as Record<string, Shape>;

/** What the pinned SDK's types have, and the published examples, of another week, do not. */
const onlyInTheSdk = [
  'customer.customer_account',
  'checkout.session.allowed_payment_method_types',
  'product.tax_details',
  'payment_intent.allowed_payment_method_types',
  'payment_intent.payment_record',
];

/** What the examples leave out and Stripe answers: by its types these fields are there in this case. */
const onlyInThisCase = [
  'invoice_payment.payment.payment_intent',
  'line_item.pricing.price_details',
  'invoice.lines.pricing.price_details',
  'subscription.billing_mode.flexible.proration_discounts',
  'event.data.previous_attributes',
  'payment_intent.last_payment_error.advice_code',
  'payment_intent.last_payment_error.charge',
  'payment_intent.last_payment_error.code',
  'payment_intent.last_payment_error.decline_code',
  'payment_intent.last_payment_error.message',
];

/** Shown only to who expands it, or gone from the version that the SDK pins. */
const leftOut = ['charge.refunds', 'invoice.subscription'];

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMap = (path: string) =>
  /\.(metadata|data\.object|payment_method_options|previous_attributes)$/.test(path);

type Differences = { unexpected: string[]; missing: string[]; types: string[] };

function compare(ours: unknown, theirs: unknown, path: string, found: Differences) {
  if (ours === null || theirs === null || ours === undefined || theirs === undefined || isMap(path)) return;
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length > 0 && theirs.length > 0) compare(ours[0], theirs[0], path, found);
    return;
  }
  if (typeof ours !== typeof theirs || Array.isArray(ours) !== Array.isArray(theirs)) {
    found.types.push(`${path}: ${typeof ours}, not ${typeof theirs}`);
    return;
  }
  if (!isShape(ours) || !isShape(theirs)) return;
  // Lists are shown as what they hold.
  if (ours.object === 'list' && theirs.object === 'list') {
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
    compare(ours.data, theirs.data, path, found);
    return;
  }
  for (const key of Object.keys(ours)) if (!(key in theirs)) found.unexpected.push(`${path}.${key}`);
  for (const key of Object.keys(theirs)) {
    if (key in ours) compare(ours[key], theirs[key], `${path}.${key}`, found);
    else found.missing.push(`${path}.${key}`);
  }
}

async function everyKind() {
  await using it = await openStripe();
  const { stripe } = it;
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const subscription = await it.subscribe(price.id);
  const customer = String(subscription.customer);
  await stripe.subscriptions.update(subscription.id, { metadata: { note: 'x' } });
  const { data: invoices } = await stripe.invoices.list({ expand: ['data.payments'] });
  const { data: charges } = await stripe.charges.list();
  const refund = await stripe.refunds.create({ charge: String(charges[0]?.id) });
  await it.behave({ failNextPayments: 1 });
  await it.advanceTo(subscription.items.data[0]?.current_period_end ?? 0);
  const [session] = (await stripe.checkout.sessions.list({ expand: ['data.line_items'] })).data;
  const answers: Record<string, unknown> = {
    product: await stripe.products.retrieve(String(price.product)),
    price,
    plan: subscription.items.data[0]?.plan,
    customer: await stripe.customers.retrieve(customer),
    payment_method: (await stripe.paymentMethods.list({ customer })).data[0],
    'checkout.session': { ...session, line_items: undefined },
    item: session?.line_items?.data[0],
    subscription: await stripe.subscriptions.retrieve(subscription.id),
    subscription_item: subscription.items.data[0],
    invoice: { ...invoices[0], payments: undefined },
    line_item: invoices[0]?.lines.data[0],
    invoice_payment: invoices[0]?.payments?.data[0],
    payment_intent: (await stripe.paymentIntents.list()).data[0],
    charge: charges[0],
    refund,
    'billing_portal.session': await stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://localhost/',
    }),
    event: (await stripe.events.list({ type: 'customer.subscription.updated' })).data[0],
    deleted_customer: await stripe.customers.del(customer),
  };
  // As it came over the wire, without what the SDK adds.
  return JSON.parse(JSON.stringify(answers)) as Record<string, Shape>;
}

test('each object has the keys and types of Stripe’s own example of its kind', async () => {
  const answers = await everyKind();
  expect(Object.keys(answers).sort()).toEqual(Object.keys(fixtures).sort());
  const found: Differences = { unexpected: [], missing: [], types: [] };
  for (const [kind, answer] of Object.entries(answers)) compare(answer, fixtures[kind], kind, found);
  expect(found.types).toEqual([]);
  expect(found.unexpected.sort()).toEqual([...onlyInTheSdk, ...onlyInThisCase].sort());
  expect(found.missing.sort()).toEqual(leftOut.sort());
});
