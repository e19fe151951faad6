import { eq } from 'drizzle-orm';
import type { Payment, SubscriptionStatus } from '#contract/billing.ts';
import { findUser } from '#server/adapters/auth/account-rows.ts';
import { billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { premiumInterests } from '#server/adapters/db/schema/messages.ts';
import { plans } from '#server/adapters/db/schema/plans.ts';
import { AppError } from '#server/errors/app-error.ts';
import { listPayments } from '#server/features/billing/checkout/payment-history.ts';
import type { ExportPart } from './export-part.ts';

const statusNames: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Ativa',
  cancels_at: 'Cancelada, vale até o fim do período',
  past_due: 'Pagamento pendente',
  none: 'Sem assinatura',
};
const paymentNames: Readonly<Record<Payment['status'], string>> = {
  paid: 'Pago',
  refunded: 'Reembolsado',
  partly_refunded: 'Reembolsado em parte',
  refund_pending: 'Reembolso em andamento',
  refund_returned: 'Reembolso devolvido pelo banco',
};

export const subscriptionPart: ExportPart = {
  fileName: 'assinatura',
  title: 'Assinatura',
  labels: {
    plan_name: 'Plano assinado',
    status_name: 'Situação',
    current_period_end: 'Período pago até',
    grace_until: 'Prazo para regularizar',
    stripe_customer_id: 'Seu número no Stripe',
  },
  async *read({ db }, { userId }) {
    const rows = await db
      .select({
        plan: billingCustomers.plan,
        plan_name: plans.name,
        status: billingCustomers.status,
        current_period_end: billingCustomers.currentPeriodEnd,
        cancel_at_period_end: billingCustomers.cancelAtPeriodEnd,
        grace_until: billingCustomers.graceUntil,
        stripe_customer_id: billingCustomers.stripeCustomerId,
        stripe_subscription_id: billingCustomers.stripeSubscriptionId,
      })
      .from(billingCustomers)
      .leftJoin(plans, eq(plans.id, billingCustomers.plan))
      .where(eq(billingCustomers.userId, userId));
    for (const row of rows) yield { ...row, status_name: statusNames[row.status] };
  },
};

const notFetched = 'O serviço de pagamentos não respondeu. Baixe seus dados de novo mais tarde para tê-los.';

/** Stripe stores the payments. If Stripe does not answer, the export still delivers the other parts. */
export const paymentsPart: ExportPart = {
  fileName: 'pagamentos',
  title: 'Pagamentos',
  labels: {
    plan: 'Plano',
    value_reais: 'Valor em reais',
    date: 'Em',
    status_name: 'Situação',
    note: 'Observação',
  },
  async *read(deps, actor) {
    try {
      for (const payment of await listPayments(deps, actor))
        yield { ...payment, value_reais: payment.value / 100, status_name: paymentNames[payment.status] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      yield { note: notFetched };
    }
  },
};

export const interestPart: ExportPart = {
  fileName: 'interesse',
  title: 'Interesse em planos',
  labels: { name: 'Nome', email: 'E-mail', created_at: 'Em' },
  async *read({ db }, { userId }) {
    const user = await findUser(db, userId);
    if (user === undefined) return;
    yield* await db
      .select({
        name: premiumInterests.name,
        email: premiumInterests.email,
        created_at: premiumInterests.createdAt,
      })
      .from(premiumInterests)
      .where(eq(premiumInterests.email, user.email));
  },
};
