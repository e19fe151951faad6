import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Config } from '#server/config/config.ts';
import { priceOf } from './catalogue.ts';
import { customerFacts } from './customer-facts.ts';
import { creditOf, listPayments, refundPayment, settleCredit } from './payment-history.ts';
import type { Payments } from './payments.ts';
import { openClient } from './stripe-client.ts';
import { isMissing, withStripeErrors } from './stripe-errors.ts';
import {
  changePrice,
  createCheckout,
  endNow,
  keepRunning,
  openCheckouts,
  previewPrice,
  setEndWithPeriod,
} from './subscriptions.ts';
import { customerOfPayment, readEvent } from './webhook-event.ts';

/** Stripe ties an idempotency key to its parameters, so different parameters need a different key. */
const digestOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Returns undefined if this installation takes no payments. */
export function openPayments(setting: Config['payments']): Payments | undefined {
  if (setting === undefined) return undefined;
  const client = openClient(setting);
  const withStripe =
    <Input, Output>(call: (stripe: Stripe, input: Input) => Promise<Output> | Output) =>
    (input: Input): Promise<Output> =>
      withStripeErrors(async () => call(await client(), input));

  return {
    priceOf: withStripe(priceOf),
    createCustomer: withStripe(async (stripe, { userId, name, email, replaces = '' }) => {
      const { id } = await stripe.customers.create(
        { name, email, preferred_locales: ['pt-BR'], metadata: { user_id: userId } },
        { idempotencyKey: `customer:${digestOf(userId, name, email, replaces)}` },
      );
      return id;
    }),
    isGone: withStripe(async (stripe, id) => {
      try {
        return (await stripe.customers.retrieve(id)).deleted === true;
      } catch (error) {
        if (isMissing(error)) return true;
        throw error;
      }
    }),
    setEmail: withStripe(async (stripe, { customerId, email }) => {
      await stripe.customers.update(customerId, { email });
    }),
    userOf: withStripe(async (stripe, id) => {
      const customer = await stripe.customers.retrieve(id);
      return customer.deleted ? undefined : customer.metadata.user_id;
    }),
    factsOf: withStripe(customerFacts),
    openCheckouts: withStripe(openCheckouts),
    createCheckout: withStripe(createCheckout),
    expireCheckout: withStripe(async (stripe, id) => void (await stripe.checkout.sessions.expire(id))),
    previewPrice: withStripe(previewPrice),
    changePrice: withStripe(changePrice),
    setEndWithPeriod: withStripe(setEndWithPeriod),
    keepRunning: withStripe(keepRunning),
    endNow: withStripe(endNow),
    voidInvoice: withStripe(async (stripe, id) => void (await stripe.invoices.voidInvoice(id))),
    refund: withStripe(refundPayment),
    settleCredit: withStripe(settleCredit),
    creditOf: withStripe(creditOf),
    paymentsOf: withStripe(listPayments),
    portalUrl: withStripe(async (stripe, { customerId, returnUrl }) => {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        locale: 'pt-BR',
      });
      return url;
    }),
    readEvent: (body, signature) =>
      withStripeErrors(async () => {
        const stripe = await client();
        const { paymentIntentId, ...event } = readEvent(stripe, {
          secret: setting.webhookSecret,
          body,
          signature,
          // Stripe signs with the real time, also if a test has moved `deps.now`.
          receivedAt: new Date(),
        });
        if (event.customerId !== undefined || paymentIntentId === undefined) return event;
        return { ...event, customerId: await customerOfPayment(stripe, paymentIntentId) };
      }),
  };
}
