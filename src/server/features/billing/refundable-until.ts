import { refundDays } from '#contract/billing.ts';
import type { PaymentFacts } from '../../adapters/payments/payments.ts';

const dayMs = 86_400_000;

/** CDC, art. 49. */
export const refundDeadline = ({ paidAt }: Pick<PaymentFacts, 'paidAt'>) =>
  new Date(paidAt.getTime() + refundDays * dayMs);

export const isRefunded = ({ refundedCents }: Pick<PaymentFacts, 'refundedCents'>) => refundedCents > 0;
