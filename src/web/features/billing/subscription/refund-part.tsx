import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BillingState, type Payment, refundDays } from '#contract/billing.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { billingErrorText, historyQuery, requestRefund } from './api.ts';
import { BillingActionDialog, ExplanationDialog, useBillingAction } from './billing-dialogs.tsx';

/** The refund, the remaining credit and the effect on the plan, as computed by the server. */
function refundOfferText({ date, refund }: Payment): string {
  if (refund === null) return '';
  const { total_cents: total, payment_count: count, credit_cents: credit, ends_plan: endsPlan } = refund;
  const what = count > 1 ? `a soma dos seus ${count} últimos pagamentos` : `pagos em ${formatDate(date)}`;
  const back = `Devolvemos ${formatCurrency(total)}, ${what}, no mesmo cartão`;
  const kept =
    credit === 0
      ? ''
      : ` ${formatCurrency(credit)}, que vieram de pagamentos mais antigos, ficam como crédito e pagam a sua próxima assinatura.`;
  if (!endsPlan) return `${back}. O plano que você tem agora não muda.${kept}`;
  return `${back}, e seu plano volta a ser o gratuito agora.${kept} Suas transcrições e seus resumos continuam com você.`;
}

type RefundChoice = { canBeAsked: boolean; text: string; paymentIntentId: string | undefined };

const unknownPayment = 'Não foi possível identificar o pagamento.';

/** Alternatives if no refund is possible. */
const alternatives = {
  active: 'Você pode cancelar a assinatura e usar o plano até o fim do período pago.',
  cancels_at: 'A assinatura já está cancelada, e o plano vale até o fim do período pago.',
  past_due:
    'Você pode cancelar a assinatura: como o pagamento deste período não foi aprovado, o plano termina na hora e nada mais será cobrado.',
  none: 'Nada mais será cobrado.',
} satisfies Record<BillingState['status'], string>;

/** Why the payment cannot be refunded, with the law and the alternatives; undefined if it can. */
function refusalText(payment: Payment, status: BillingState['status']): string | undefined {
  const what = `${formatCurrency(payment.value)}, pagos em ${formatDate(payment.date)}`;
  if (payment.status === 'refunded') return `O último pagamento (${what}) já foi devolvido.`;
  if (payment.status === 'refund_pending')
    return `O reembolso do último pagamento (${what}) já foi pedido e está em andamento. Avisamos por e-mail assim que o valor for devolvido. ${alternatives[status]}`;
  if (payment.refundable_until !== null) return undefined;
  if (payment.status === 'refund_returned')
    return `O banco do cartão devolveu para nós o reembolso do último pagamento (${what}). O dinheiro continua seu: fale com o suporte para combinar outra forma de receber, como Pix. ${alternatives[status]}`;
  if (payment.status === 'partly_refunded')
    return `Parte do último pagamento (${what}) já foi devolvida. Sobre o que falta, fale com o suporte. ${alternatives[status]}`;
  return `O reembolso pode ser pedido em até ${refundDays} dias da compra (art. 49 do Código de Defesa do Consumidor). Para o último pagamento (${what}), esse prazo já passou. ${alternatives[status]}`;
}

/** Chooses the payment for the refund: the newest refundable one, or else the newest. */
export function refundChoice(payments: readonly Payment[], status: BillingState['status']): RefundChoice {
  const payment = payments.find(({ refundable_until: until }) => until !== null) ?? payments[0];
  if (!payment?.payment_intent_id)
    return { canBeAsked: false, text: unknownPayment, paymentIntentId: undefined };
  const refusal = refusalText(payment, status);
  return {
    canBeAsked: refusal === undefined,
    text: refusal ?? refundOfferText(payment),
    paymentIntentId: payment.payment_intent_id,
  };
}

/**
 * Confirms a possible refund, and otherwise explains the rule. The button is shown before the payments have
 * loaded, so that a slow or failed list does not block the request.
 */
export function RefundPart({ status }: { status: BillingState['status'] }) {
  const { data: payments, refetch } = useQuery(historyQuery);
  const [waiting, setWaiting] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const { text, paymentIntentId } = refundChoice(payments ?? [], status);
  const action = useBillingAction({
    ask: () => requestRefund(paymentIntentId ?? ''),
    faultText: 'Erro ao solicitar reembolso.',
  });

  async function knownPayments(): Promise<readonly Payment[]> {
    if (payments !== undefined) return payments;
    setWaiting(true);
    const { data, error } = await refetch({ cancelRefetch: false });
    setWaiting(false);
    if (data === undefined) toast.error(billingErrorText(error, 'Não foi possível carregar os pagamentos.'));
    return data ?? [];
  }

  async function begin() {
    const known = await knownPayments();
    if (known.length === 0) return;
    if (refundChoice(known, status).canBeAsked) action.changeOpen(true);
    else setExplaining(true);
  }

  if (payments?.length === 0) return null;
  return (
    <>
      <Button variant="secondary" busy={waiting} onClick={() => void begin()}>
        Solicitar Reembolso
      </Button>
      <BillingActionDialog
        action={action}
        title="Solicitar reembolso?"
        confirmLabel="Confirmar reembolso"
        busyLabel="Solicitando..."
        cancelLabel="Manter o plano"
      >
        {text}
      </BillingActionDialog>
      <ExplanationDialog open={explaining} onOpenChange={setExplaining} title="Reembolso" text={text} />
    </>
  );
}
