import type { BillingState } from '#contract/billing.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';

/** Describes the subscription's next step in a sentence; undefined without a paid subscription. */
export function subscriptionStatusText(billing: BillingState): string | undefined {
  const { status, current_period_end: end, grace_until: grace } = billing;
  if (status === 'active' && end !== null) return `Renova em ${formatDate(end)}.`;
  if (status === 'cancels_at' && end !== null)
    return `Assinatura cancelada. O plano vale até ${formatDate(end)}, e nada mais será cobrado.`;
  if (status === 'past_due' && grace !== null)
    return `O último pagamento não foi aprovado. O plano vale até ${formatDate(grace)}.`;
  return undefined;
}

/** Credit left by a plan change, shown with the subscription. */
export const creditText = (cents: number) =>
  `Crédito: ${formatCurrency(cents)}, usados nas próximas cobranças antes do cartão.`;

/** The same credit, shown before the subscription ends: the account keeps it. */
export const creditKeptText = (cents: number) =>
  `Seu crédito de ${formatCurrency(cents)} não se perde: fica guardado e paga a sua próxima assinatura.`;

/** Explains a cancellation before the user confirms it. A smaller plan deletes nothing. */
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
