import type { Account } from '../account.ts';
import { fromFixture, type ObjectOf } from '../objects.ts';
import { refused } from '../stripe-fault.ts';

type Charge = ObjectOf<'charge'>;

function paidCharge(account: Account, paymentIntent: string): Charge {
  const charge = account.all('charge').find((one) => one.payment_intent === paymentIntent && one.paid);
  if (charge === undefined) throw refused(`No paid charge of '${paymentIntent}'`, 'resource_missing');
  return charge;
}

type Refund = { paymentIntent: string; amount: number | undefined };

/** Refunds a charge up to its remaining amount. As at Stripe, the invoice stays paid. */
export function refund(account: Account, { paymentIntent, amount }: Refund) {
  const charge = paidCharge(account, paymentIntent);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw refused(`${charge.id} has already been refunded.`, 'charge_already_refunded');
  const disputes = account.all('dispute').filter((dispute) => dispute.charge === charge.id);
  if (!disputes.every((dispute) => dispute.is_charge_refundable))
    throw refused(`${charge.id} is disputed.`, 'charge_disputed');
  const refunded = amount ?? left;
  if (refunded > left) throw refused(`${refunded} is more than ${left}, the rest of ${charge.id}.`);
  charge.amount_refunded += refunded;
  charge.refunded = charge.amount_refunded === charge.amount;
  const made = account.add(
    fromFixture('refund', {
      created: account.now(),
      customer: charge.customer,
      charge: charge.id,
      payment_intent: paymentIntent,
      amount: refunded,
    }),
  );
  account.emit('refund.created', made);
  account.emit('charge.refunded', charge);
  return made;
}

/** Simulates a bank that returns a refund days later, for example because the card has expired. */
export function returnRefund(account: Account, id: string) {
  const returned = account.get('refund', id);
  Object.assign(returned, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  account.emit('refund.failed', returned);
  return returned;
}

type Dispute = { paymentIntent: string; amount?: number | undefined };

/**
 * The card's owner disputes a payment at the bank. Stripe refuses to refund it, because the bank may take it
 * back.
 */
export function openDispute(account: Account, { paymentIntent, amount }: Dispute) {
  const charge = paidCharge(account, paymentIntent);
  charge.disputed = true;
  const opened = account.add(
    fromFixture('dispute', {
      created: account.now(),
      charge: charge.id,
      payment_intent: paymentIntent,
      amount: amount ?? charge.amount,
    }),
  );
  account.emit('charge.dispute.created', opened);
  return opened;
}

/** The bank decides the dispute. If the merchant loses, the card's owner has the money. The charge stays disputed. */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost') {
  const closed = account.get('dispute', id);
  Object.assign(closed, { status, is_charge_refundable: status === 'won' });
  account.emit('charge.dispute.closed', closed);
  return closed;
}
