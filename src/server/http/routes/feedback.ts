import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { FeedbackReplySchema, FeedbackSchema } from '#contract/feedback.ts';
import type { Deps } from '../../deps.ts';
import { sendFeedback } from '../../features/support/send-feedback.ts';
import { limited } from '../limits.ts';

const hourMs = 3_600_000;

export function feedbackRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/feedback',
      {
        ...limited({ name: 'feedback', max: 20, windowMs: hourMs }),
        schema: {
          summary: 'Envia uma opinião sobre o produto',
          tags: ['Contato'],
          body: FeedbackSchema,
          response: { 201: FeedbackReplySchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
        },
      },
      async (request, reply) => {
        await sendFeedback(deps, request.body);
        return reply.code(201).send({ received: true });
      },
    );
  };
}
