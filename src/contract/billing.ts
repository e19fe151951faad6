import { z } from 'zod';
import { typedText } from './text.ts';

const planMissing = 'Escolha um plano.';
const paymentMissing = 'Não foi possível identificar o pagamento.';
const planId = typedText(planMissing).min(1, planMissing).max(100, planMissing);

/** Brazilian consumer law (CDC art. 49) allows refunds within seven days of an online purchase. */
export const refundDays = 7;
/** How long a plan stays active after a failed payment. */
export const graceDays = 7;

/**
 * `cancels_at`: paid, ends with the period. `past_due`: the last payment failed; the plan stays until `grace_until`.
 * `none`: no subscription.
 */
export const subscriptionStatuses = ['active', 'cancels_at', 'past_due', 'none'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const BillingStateSchema = z.object({
  is_available: z.boolean().describe('Se esta instalação recebe pagamentos'),
  plan: z.string().describe('O plano que vale agora'),
  plan_name: z.string().describe('Com o período, como em “Básico anual”'),
  subscribed_plan: z.string().nullable().describe('O plano da assinatura, também quando o pagamento falhou'),
  status: z.enum(subscriptionStatuses),
  current_period_end: z.iso.datetime().nullable(),
  cancel_at_period_end: z.boolean(),
  grace_until: z.iso.datetime().nullable(),
});
export type BillingState = z.infer<typeof BillingStateSchema>;

/**
 * `refund_pending`: requested in time and not yet made. `refund_returned`: made, but the card's bank sent it back;
 * support arranges another way with the owner.
 */
export const paymentStatuses = [
  'paid',
  'refunded',
  'partly_refunded',
  'refund_pending',
  'refund_returned',
] as const;

/** The amounts that a refund returns and leaves as credit. */
export const RefundOfferSchema = z.object({
  total_cents: z.int().describe('Tudo o que volta ao cartão, em centavos'),
  payment_count: z.int(),
  credit_cents: z.int().describe('O que pagamentos mais antigos deixaram e fica como crédito, em centavos'),
  ends_plan: z.boolean(),
});

/** Spec section 7: plan, value, date and payment_intent_id; the other fields are additions. */
export const PaymentSchema = z.object({
  plan: z.string().describe('O nome do plano, com o período'),
  value: z.int().describe('Em centavos'),
  date: z.iso.datetime(),
  payment_intent_id: z.string(),
  status: z.enum(paymentStatuses),
  refundable_until: z.iso.datetime().nullable().describe('Vazio quando não cabe reembolso'),
  refund: RefundOfferSchema.nullable(),
  invoice_url: z.url().nullable(),
});
export type Payment = z.infer<typeof PaymentSchema>;
export const PaymentHistorySchema = z.array(PaymentSchema);

export const CreateSessionSchema = z.object({ planId });
export const UpdateSubscriptionSchema = z.object({ newPlanId: planId });
export const RefundSchema = z.object({
  paymentIntentId: typedText(paymentMissing).min(1, paymentMissing).max(100, paymentMissing),
});

/** The amounts that a plan change charges or credits at once, as Stripe calculates them now. */
export const ChangePreviewSchema = z.object({
  due_cents: z.int().describe('O que o cartão paga agora, em centavos'),
  credit_cents: z.int().describe('O crédito que fica para as próximas cobranças, em centavos'),
  renews_at: z.iso.datetime().nullable().describe('Quando o novo plano se renova'),
});
export type ChangePreview = z.infer<typeof ChangePreviewSchema>;
export const ChangePreviewQuerySchema = z.object({ planId });

export const CreditSchema = z.object({
  credit_cents: z.int().describe('O que uma troca de plano deixou para as próximas cobranças, em centavos'),
});
export type Credit = z.infer<typeof CreditSchema>;

export const BillingLinkSchema = z.object({ url: z.url() });
export const BillingMessageSchema = z.object({ message: z.string() });
