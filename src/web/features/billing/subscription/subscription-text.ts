import type { BillingState } from '#contract/billing.ts';
import { moneyText } from '../../../format/price.ts';
import { dateText } from '../../../format/time.ts';

/** What a change of plan left, where the subscription is described. */
export const creditText = (cents: number) =>
  `Crédito: ${moneyText(cents)}, usados nas próximas cobranças antes do cartão.`;

/** The same money where the subscription is about to end: it does not go with it. */
export const creditKeptText = (cents: number) =>
  `Seu crédito de ${moneyText(cents)} não se perde: fica guardado e paga a sua próxima assinatura.`;

/** What leaving a paid plan means, said before it is done: a smaller plan takes away nothing that is there. */
export function endText(
  { status, plan_name: name, current_period_end: end }: BillingState,
  creditCents = 0,
): string {
  const until =
    status === 'past_due' || end === null
      ? `O plano ${name} termina agora, e nada mais será cobrado.`
      : `O plano ${name} vale até ${dateText(end)}, que já está pago. Depois disso, nada mais será cobrado.`;
  const credit = creditCents === 0 ? '' : ` ${creditKeptText(creditCents)}`;
  return `${until}${credit} Suas transcrições e seus resumos continuam com você.`;
}
