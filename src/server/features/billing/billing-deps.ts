import type { Payments } from '../../adapters/payments/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';

/** The dependencies of a subscription command, and no more. */
export type BillingDeps = Pick<Deps, 'config' | 'db' | 'queue' | 'payments' | 'log' | 'now'>;

/** An installation without payments refuses every billing action with this error. */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  if (payments === undefined) throw new AppError('payments_off');
  return payments;
}
