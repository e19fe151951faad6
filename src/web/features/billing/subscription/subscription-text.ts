import type { BillingState } from '#contract/billing.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';

/** Credit left by a plan change, shown with the subscription. */
export const creditText = (cents: number) =>
  `Crédito: ${formatCurrency(cents)}, usados nas próximas cobranças antes do cartão.`;

/** The same credit, shown before the subscription ends: the account keeps it. */
export const creditKeptText = (cents: number) =>
  `Seu crédito de ${formatCurrency(cents)} não se perde: fica guardado e paga a sua próxima assinatura.`;

/** Explains a cancellation before the person confirms it. A smaller plan deletes nothing. */
export function cancellationText(
  { status, plan_name: name, current_period_end: end }: BillingState,
  creditCents = 0,
): string {
  const until =
    status === 'past_due' || end === null
      ? `O plano ${name} termina agora, e nada mais será cobrado.`
      : `O plano ${name} vale até ${formatDate(end)}, que já está pago. Depois disso, nada mais será cobrado.`;
  const credit = creditCents === 0 ? '' : ` ${creditKeptText(creditCents)}`;
  return `${until}${credit} Suas transcrições e seus resumos continuam com você.`;
}
