import type { Payments } from '../../../adapters/payments/payments.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';

/** Where an installation takes no payments, whatever has to do with them says so. */
export function paymentsOf({ payments }: Pick<Deps, 'payments'>): Payments {
  if (payments === undefined) throw new AppError('payments_off');
  return payments;
}
