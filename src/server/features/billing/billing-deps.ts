import type { Payments } from '../../adapters/payments/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';

/** What acting on somebody's subscription needs; a command has no more than this. */
export type BillingDeps = Pick<Deps, 'config' | 'db' | 'queue' | 'payments' | 'log' | 'now'>;

/** Where an installation takes no payments, whatever has to do with them says so. */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): Payments {
  if (payments === undefined) throw new AppError('payments_off');
  return payments;
}
