import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { ReceivedSchema } from '#contract/messages.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { handleWebhook } from '../../features/billing/sync/handle-webhook.ts';

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
          response: { 200: ReceivedSchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
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
