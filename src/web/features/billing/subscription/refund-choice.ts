import { type BillingState, type Payment, refundDays } from '#contract/billing.ts';
import { dateText } from '../../../format/date.ts';
import { moneyText } from '../../../format/price.ts';
import { refundOfferText } from './refund-offer-text.ts';

export type RefundChoice = { canBeAsked: boolean; text: string; paymentIntentId: string | undefined };

const unknownPayment = 'Não foi possível identificar o pagamento.';

/** What else can be done, where the money cannot go back. */
const waysOut = {
  active: 'Você pode cancelar a assinatura e usar o plano até o fim do período pago.',
  cancels_at: 'A assinatura já está cancelada, e o plano vale até o fim do período pago.',
  past_due:
    'Você pode cancelar a assinatura: como o pagamento deste período não foi aprovado, o plano termina na hora e nada mais será cobrado.',
  none: 'Nada mais será cobrado.',
} satisfies Record<BillingState['status'], string>;

/** Which payment is meant, and what the law says of it: the newest one, as a rule the last that can still go back. */
export function refundChoice(payments: readonly Payment[], status: BillingState['status']): RefundChoice {
  const open = payments.find(({ refundable_until: until }) => until !== null);
  const payment = open ?? payments[0];
  const id = payment?.payment_intent_id;
  if (payment === undefined || !id)
    return { canBeAsked: false, text: unknownPayment, paymentIntentId: undefined };
  const what = `${moneyText(payment.value)}, pagos em ${dateText(payment.date)}`;
  if (payment.status === 'refunded')
    return { canBeAsked: false, text: `O último pagamento (${what}) já foi devolvido.`, paymentIntentId: id };
  if (payment.status === 'refund_pending') {
    const text = `O reembolso do último pagamento (${what}) já foi pedido e está em andamento. Avisamos por e-mail assim que o valor for devolvido. ${waysOut[status]}`;
    return { canBeAsked: false, text, paymentIntentId: id };
  }
  if (payment.refundable_until === null && payment.status === 'refund_returned') {
    const text = `O banco do cartão devolveu para nós o reembolso do último pagamento (${what}). O dinheiro continua seu: fale com o suporte para combinar outra forma de receber, como Pix. ${waysOut[status]}`;
    return { canBeAsked: false, text, paymentIntentId: id };
  }
  if (payment.refundable_until === null && payment.status === 'partly_refunded') {
    const text = `Parte do último pagamento (${what}) já foi devolvida. Sobre o que falta, fale com o suporte. ${waysOut[status]}`;
    return { canBeAsked: false, text, paymentIntentId: id };
  }
  if (payment.refundable_until === null) {
    const text = `O reembolso pode ser pedido em até ${refundDays} dias da compra (art. 49 do Código de Defesa do Consumidor). Para o último pagamento (${what}), esse prazo já passou. ${waysOut[status]}`;
    return { canBeAsked: false, text, paymentIntentId: id };
  }
  return { canBeAsked: true, text: refundOfferText(payment), paymentIntentId: id };
}
