import { refundDays } from '#contract/billing.ts';
import type { PaymentFacts } from '../../../adapters/payments/payments.ts';

const dayMs = 86_400_000;

/** CDC, art. 49. */
export const refundDeadline = ({ paidAt }: Pick<PaymentFacts, 'paidAt'>) =>
  new Date(paidAt.getTime() + refundDays * dayMs);

/** What was given back in part may still go back whole. */
export const isRefunded = ({ amountCents, refundedCents }: PaymentFacts) => refundedCents >= amountCents;
export const isRefundOpen = (payment: PaymentFacts, now: Date) =>
  !isRefunded(payment) && now <= refundDeadline(payment);

/** All that was paid for one subscription within the seven days goes back together: the plan that it bought ends. */
export function goingBackWith(payment: PaymentFacts, { history, now }: Looking): PaymentFacts[] {
  return history.filter(
    (each) =>
      each.paymentIntentId === payment.paymentIntentId ||
      (each.subscriptionId !== undefined &&
        each.subscriptionId === payment.subscriptionId &&
        isRefundOpen(each, now)),
  );
}

export const leftCents = ({ amountCents, refundedCents }: PaymentFacts) => amountCents - refundedCents;
export const totalCents = (payments: readonly PaymentFacts[]) =>
  payments.reduce((sum, payment) => sum + leftCents(payment), 0);

type Looking = { history: readonly PaymentFacts[]; now: Date };
