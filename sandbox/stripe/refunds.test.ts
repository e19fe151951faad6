import { expect, test } from 'vitest';
import { openStripe } from '#tests/stripe/open-stripe.ts';

async function openPaid() {
  const it = await openStripe();
  const price = await it.makePrice('basic-monthly', 2_990, 'month');
  const { customer } = await it.subscribe(price.id);
  const { data } = await it.stripe.charges.list({ customer: String(customer) });
  const paymentIntent = String(data[0]?.payment_intent);
  return {
    ...it,
    paymentIntent,
    chargeId: String(data[0]?.id),
    refund: (amount?: number) =>
      it.stripe.refunds.create({
        payment_intent: paymentIntent,
        ...(amount === undefined ? {} : { amount }),
      }),
    charge: async () => {
      const { data: charges } = await it.stripe.charges.list({
        payment_intent: paymentIntent,
        expand: ['data.refunds'],
      });
      return charges[0];
    },
  };
}

test('the simulated Stripe refuses refunds beyond the amount of a charge', async () => {
  await using it = await openPaid();
  expect(await it.refund(1_000)).toMatchObject({ amount: 1_000, status: 'succeeded' });
  await expect(it.refund(2_000)).rejects.toMatchObject({ statusCode: 400 });
  expect(await it.refund()).toMatchObject({ amount: 1_990, payment_intent: it.paymentIntent });
  await expect(it.refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
  expect(await it.charge()).toMatchObject({
    refunded: true,
    amount_refunded: 2_990,
    refunds: { data: [{ amount: 1_990 }, { amount: 1_000 }], has_more: false },
  });
});

test('a charge shows ten refunds, and the list of refunds shows all', async () => {
  await using it = await openPaid();
  for (let time = 0; time < 11; time += 1) await it.refund(100);
  const { refunds } = (await it.charge()) ?? {};
  expect([refunds?.data.length, refunds?.has_more]).toEqual([10, true]);
  expect((await it.stripe.refunds.list({ charge: it.chargeId, limit: 100 })).data).toHaveLength(11);
});

test('a repeated refund of an unknown payment gets resource_missing again, despite its idempotency key', async () => {
  await using it = await openPaid();
  const refund = () =>
    it.stripe.refunds.create({ payment_intent: 'pi_none' }, { idempotencyKey: 'refund-of-none' });
  for (let time = 0; time < 2; time += 1)
    await expect(refund()).rejects.toMatchObject({ code: 'resource_missing' });
});

test('an open or lost dispute prevents a refund, and the list of disputes shows its status', async () => {
  await using it = await openPaid();
  const disputes = async () => (await it.stripe.disputes.list({ charge: it.chargeId, limit: 100 })).data;
  expect(await disputes()).toEqual([]);
  const { id } = await it.openDispute({ paymentIntent: it.paymentIntent });
  expect(await disputes()).toMatchObject([{ id, amount: 2_990, status: 'needs_response' }]);
  expect(await it.charge()).toMatchObject({ disputed: true, amount_refunded: 0 });
  await expect(it.refund()).rejects.toMatchObject({ code: 'charge_disputed' });
  await it.closeDispute(id, 'lost');
  expect(await disputes()).toMatchObject([{ id, status: 'lost' }]);
  await expect(it.refund()).rejects.toMatchObject({ code: 'charge_disputed' });
});

test('a won dispute allows a refund again', async () => {
  await using it = await openPaid();
  const { id } = await it.openDispute({ paymentIntent: it.paymentIntent });
  await it.closeDispute(id, 'won');
  expect(await it.charge()).toMatchObject({ disputed: true });
  expect(await it.refund()).toMatchObject({ amount: 2_990 });
});

test('the buttons of the page open a dispute and lose it', async () => {
  await using it = await openPaid();
  const page = async () => (await fetch(`${it.url}/stripe`)).text();
  const press = async (path: string, form: Record<string, string>) => {
    const headers = { accept: 'text/html' };
    const body = new URLSearchParams(form);
    return (await fetch(`${it.url}${path}`, { method: 'POST', headers, body })).text();
  };
  expect(await page()).toContain(`name="paymentIntent" value="${it.paymentIntent}"`);
  expect(await press('/stripe/disputes', { paymentIntent: it.paymentIntent })).toContain('Perder a disputa');
  const [dispute] = (await it.stripe.disputes.list({ charge: it.chargeId })).data;
  const closed = await press(`/stripe/disputes/${dispute?.id}/close`, { status: 'lost' });
  expect(closed).toContain('Disputa perdida.');
});
