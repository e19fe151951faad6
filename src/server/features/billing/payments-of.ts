import type { Payments } from '../../adapters/payments/payments.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';

/** Where an installation takes no payments, whatever has to do with them says so. */
export function paymentsOf({ payments }: Pick<Deps, 'payments'>): Payments {
  if (payments === undefined) throw new AppError('payments_off');
  return payments;
}
