import type { Account } from '../account.ts';
import type { Metadata } from '../objects/object.ts';
import { newRefund, type Refund } from '../objects/payment.ts';
import { missing, refused } from '../stripe-fault.ts';

type Input = {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  amount?: number | undefined;
  reason?: string | undefined;
  metadata: Metadata;
};

function chargeFor({ store }: Account, { charge: id, payment_intent: intentId }: Input) {
  if (id !== undefined) {
    const charge = store.get('charge', id);
    if (charge === undefined) throw missing('charge', id, 'charge');
    return charge;
  }
  if (intentId === undefined)
    throw refused(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const intent = store.get('payment_intent', intentId);
  if (intent === undefined) throw missing('payment_intent', intentId, 'payment_intent');
  const charge = intent.latest_charge === null ? undefined : store.get('charge', intent.latest_charge);
  if (charge === undefined || !charge.paid)
    throw refused(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  return charge;
}

/** Never more than was paid, and never twice. The invoice stays paid, as at Stripe. */
export function refundCharge(account: Account, input: Input): Refund {
  const charge = chargeFor(account, input);
  if (!charge.paid) throw refused(`Charge ${charge.id} has not been paid.`);
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
      charge: charge.id,
    });
  const amount = input.amount ?? left;
  if (amount > left)
    throw refused(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const { reason = null, metadata } = input;
  const refund = account.store.add(newRefund({ charge, amount, reason, metadata }, { now: account.now() }));
  account.emit('refund.created', refund);
  account.emit('charge.refunded', charge);
  return refund;
}

/** Days after Stripe took it the bank does not: the card has ended meanwhile. */
export function returnRefund({ store, emit }: Account, id: string): Refund | undefined {
  const refund = store.get('refund', id);
  if (refund === undefined) return undefined;
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  emit('refund.failed', refund);
  return refund;
}
