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
  WebhookReplySchema,
} from '#contract/billing.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  cancelSubscription,
  resumeSubscription,
} from '../../features/billing/checkout/cancel-subscription.ts';
import { createCheckout } from '../../features/billing/checkout/create-checkout.ts';
import { listPayments } from '../../features/billing/checkout/payment-history.ts';
import { createPortalLink, readBilling, readCredit } from '../../features/billing/checkout/read-billing.ts';
import {
  previewPlanChange,
  updateSubscription,
} from '../../features/billing/checkout/update-subscription.ts';
import { requestRefund } from '../../features/billing/refunds/request-refund.ts';
import { handleWebhook } from '../../features/billing/sync/handle-webhook.ts';
import { syncCustomer } from '../../features/billing/sync/sync-customer.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { refusals } from './shared-schemas.ts';

const tags = ['Assinatura'];

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
      {
        ...signedIn(deps),
        schema: {
          summary: 'A assinatura, como as telas a mostram',
          tags,
          response: { 200: BillingStateSchema, ...refusals },
        },
      },
      async (request) => readBilling(deps, actorOf(request)),
    );
    app.get(
      '/stripe/history',
      {
        ...atMost('billing-history', 240),
        schema: {
          summary: 'Os pagamentos, do mais novo ao mais antigo',
          tags,
          response: { 200: PaymentHistorySchema, ...refusals },
        },
      },
      async (request) => listPayments(deps, actorOf(request)),
    );
    app.get(
      '/stripe/credit',
      {
        ...atMost('billing-history', 240),
        schema: {
          summary: 'O crédito que paga as próximas cobranças',
          tags,
          response: { 200: CreditSchema, ...refusals },
        },
      },
      async (request) => readCredit(deps, actorOf(request)),
    );
    app.post(
      '/stripe/create-session',
      {
        ...acting,
        schema: {
          summary: 'Abre a página de pagamento de uma primeira assinatura',
          tags,
          body: CreateSessionSchema,
          response: { 200: BillingLinkSchema, ...refusals },
        },
      },
      async (request) => createCheckout(deps, actorOf(request), request.body),
    );
    app.get(
      '/stripe/change-preview',
      {
        ...atMost('billing-preview', 240),
        schema: {
          summary: 'Quanto custa agora uma troca de plano, antes de ela ser feita',
          tags,
          querystring: ChangePreviewQuerySchema,
          response: { 200: ChangePreviewSchema, ...refusals },
        },
      },
      async (request) => previewPlanChange(deps, actorOf(request), request.query),
    );
    app.post(
      '/stripe/update-subscription',
      {
        ...acting,
        schema: {
          summary: 'Troca o plano da assinatura; escolher o gratuito cancela',
          tags,
          body: UpdateSubscriptionSchema,
          response: { 200: BillingMessageSchema, ...refusals },
        },
      },
      async (request) => updateSubscription(deps, actorOf(request), request.body),
    );
    app.post(
      '/stripe/cancel-subscription',
      {
        ...acting,
        schema: {
          summary: 'Cancela no fim do período que já foi pago',
          tags,
          response: { 200: BillingMessageSchema, ...refusals },
        },
      },
      async (request) => cancelSubscription(deps, actorOf(request)),
    );
    app.post(
      '/stripe/resume-subscription',
      {
        ...acting,
        schema: {
          summary: 'Desfaz o cancelamento enquanto o plano ainda vale',
          tags,
          response: { 200: BillingMessageSchema, ...refusals },
        },
      },
      async (request) => resumeSubscription(deps, actorOf(request)),
    );
    app.post(
      '/stripe/refund',
      {
        ...acting,
        schema: {
          summary: 'Devolve um pagamento de até sete dias e encerra o plano',
          tags,
          body: RefundSchema,
          response: { 200: BillingMessageSchema, ...refusals },
        },
      },
      async (request) => requestRefund(deps, actorOf(request), request.body),
    );
    app.post(
      '/stripe/portal',
      {
        ...acting,
        schema: {
          summary: 'Onde trocar o cartão e ver as faturas',
          tags,
          response: { 200: BillingLinkSchema, ...refusals },
        },
      },
      async (request) => createPortalLink(deps, actorOf(request)),
    );
    app.post(
      '/stripe/sync',
      {
        ...atMost('billing-sync', 120),
        schema: {
          summary: 'Pergunta ao Stripe como está a assinatura, ao voltar de uma página dele',
          tags,
          response: { 200: BillingStateSchema, ...refusals },
        },
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
        schema: {
          summary: 'Recebe os avisos do Stripe, assinados por ele',
          tags: ['Assinatura'],
          response: { 200: WebhookReplySchema, ...refusals },
        },
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
