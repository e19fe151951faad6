import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  BillingLinkSchema,
  BillingMessageSchema,
  BillingStateSchema,
  ChangePreviewQuerySchema,
  ChangePreviewSchema,
  CreateSessionSchema,
  CreditSchema,
  PaymentHistorySchema,
  RefundSchema,
  UpdateSubscriptionSchema,
} from '#contract/billing.ts';
import { ReceivedSchema } from '#contract/messages.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import {
  cancelSubscription,
  resumeSubscription,
} from '#server/features/billing/checkout/cancel-subscription.ts';
import { createCheckout } from '#server/features/billing/checkout/create-checkout.ts';
import { listPayments } from '#server/features/billing/checkout/payment-history.ts';
import { createPortalLink, readBilling, readCredit } from '#server/features/billing/checkout/read-billing.ts';
import { requestRefund } from '#server/features/billing/checkout/request-refund.ts';
import {
  previewPlanChange,
  updateSubscription,
} from '#server/features/billing/checkout/update-subscription.ts';
import { handleWebhook } from '#server/features/billing/sync/handle-webhook.ts';
import { syncCustomer } from '#server/features/billing/sync/sync-customer.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { describing } from './shared-schemas.ts';

const described = describing('Assinatura');

export function billingRoutes(deps: Deps): FastifyPluginAsyncZod {
  /** Each request makes several calls to Stripe, which has its own rate limits. */
  const atMost = (name: string, max: number) => ({
    ...signedIn(deps),
    preHandler: rateLimitByUser(deps, { name, max, windowMs: hourMs }),
  });
  const acting = atMost('billing', 60);

  return async (app) => {
    app.get(
      '/billing',
      { ...signedIn(deps), schema: described('A assinatura, como as telas a mostram', BillingStateSchema) },
      async (request) => readBilling(deps, actorOf(request)),
    );
    app.get(
      '/stripe/history',
      {
        ...atMost('billing-history', 240),
        schema: described('Os pagamentos, do mais novo ao mais antigo', PaymentHistorySchema),
      },
      async (request) => listPayments(deps, actorOf(request)),
    );
    app.get(
      '/stripe/credit',
      {
        ...atMost('billing-history', 240),
        schema: described('O crédito que paga as próximas cobranças', CreditSchema),
      },
      async (request) => readCredit(deps, actorOf(request)),
    );
    app.post(
      '/stripe/create-session',
      {
        ...acting,
        schema: {
          ...described('Abre a página de pagamento de uma primeira assinatura', BillingLinkSchema),
          body: CreateSessionSchema,
        },
      },
      async (request) => createCheckout(deps, actorOf(request), request.body),
    );
    app.get(
      '/stripe/change-preview',
      {
        ...atMost('billing-preview', 240),
        schema: {
          ...described('Quanto custa agora uma troca de plano, antes de ela ser feita', ChangePreviewSchema),
          querystring: ChangePreviewQuerySchema,
        },
      },
      async (request) => previewPlanChange(deps, actorOf(request), request.query),
    );
    app.post(
      '/stripe/update-subscription',
      {
        ...acting,
        schema: {
          ...described('Troca o plano da assinatura; escolher o gratuito cancela', BillingMessageSchema),
          body: UpdateSubscriptionSchema,
        },
      },
      async (request) => updateSubscription(deps, actorOf(request), request.body),
    );
    app.post(
      '/stripe/cancel-subscription',
      { ...acting, schema: described('Cancela no fim do período que já foi pago', BillingMessageSchema) },
      async (request) => cancelSubscription(deps, actorOf(request)),
    );
    app.post(
      '/stripe/resume-subscription',
      {
        ...acting,
        schema: described('Desfaz o cancelamento enquanto o plano ainda vale', BillingMessageSchema),
      },
      async (request) => resumeSubscription(deps, actorOf(request)),
    );
    app.post(
      '/stripe/refund',
      {
        ...acting,
        schema: {
          ...described('Devolve um pagamento de até sete dias e encerra o plano', BillingMessageSchema),
          body: RefundSchema,
        },
      },
      async (request) => requestRefund(deps, actorOf(request), request.body),
    );
    app.post(
      '/stripe/portal',
      { ...acting, schema: described('Onde trocar o cartão e ver as faturas', BillingLinkSchema) },
      async (request) => createPortalLink(deps, actorOf(request)),
    );
    app.post(
      '/stripe/sync',
      {
        ...atMost('billing-sync', 120),
        schema: described(
          'Pergunta ao Stripe como está a assinatura, ao voltar de uma página dele',
          BillingStateSchema,
        ),
      },
      async (request) => {
        const actor = actorOf(request);
        if (deps.payments !== undefined) await syncCustomer(deps, actor);
        return readBilling(deps, actor);
      },
    );
  };
}

const maxEventBytes = 1_048_576;

/** In its own plugin, because the signature covers the raw bytes of the body. */
export function stripeWebhookRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxEventBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.post(
      '/stripe/webhook',
      {
        schema: described('Recebe os avisos do Stripe, assinados por ele', ReceivedSchema),
      },
      async (request) => {
        const signature = request.headers['stripe-signature'];
        if (typeof signature !== 'string' || !Buffer.isBuffer(request.body))
          throw new AppError('webhook_refused');
        await handleWebhook(deps, { body: request.body, signature });
        return { received: true } as const;
      },
    );
  };
}
