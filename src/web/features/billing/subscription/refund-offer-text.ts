import type { Payment } from '#contract/billing.ts';
import { dateText } from '../../../format/date.ts';
import { moneyText } from '../../../format/price.ts';

/** What goes back, what stays as credit and what ends, as the server counted it. */
export function refundOfferText({ date, refund }: Payment): string {
  if (refund === null) return '';
  const { total_cents: total, payment_count: count, credit_cents: credit, ends_plan: endsPlan } = refund;
  const what = count > 1 ? `a soma dos seus ${count} últimos pagamentos` : `pagos em ${dateText(date)}`;
  const back = `Devolvemos ${moneyText(total)}, ${what}, no mesmo cartão`;
  const kept =
    credit === 0
      ? ''
      : ` ${moneyText(credit)}, que vieram de pagamentos mais antigos, ficam como crédito e pagam a sua próxima assinatura.`;
  if (!endsPlan) return `${back}. O plano que você tem agora não muda.${kept}`;
  return `${back}, e seu plano volta a ser o gratuito agora.${kept} Suas transcrições e seus resumos continuam com você.`;
}
