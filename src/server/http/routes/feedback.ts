import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { FeedbackReplySchema, FeedbackSchema } from '#contract/feedback.ts';
import { FormGuardSchema } from '#contract/form-guard.ts';
import type { Deps } from '../../deps.ts';
import { sendFeedback } from '../../features/support/send-feedback.ts';
import { refuseHaste, unguarded } from '../form-guard.ts';
import { limited } from '../limits.ts';
import { actorIfAny, signedInOrNot } from '../session.ts';

const hourMs = 3_600_000;

export function feedbackRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/feedback',
      {
        ...limited({ name: 'feedback', max: 20, windowMs: hourMs }),
        ...signedInOrNot(deps),
        preHandler: refuseHaste,
        schema: {
          summary: 'Envia uma opinião sobre o produto',
          tags: ['Contato'],
          body: FeedbackSchema.extend(FormGuardSchema.shape),
          response: { 201: FeedbackReplySchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
        },
      },
      async (request, reply) => {
        const { written, suspect } = unguarded(request.body);
        await sendFeedback(deps, written, { actor: actorIfAny(request), suspect });
        return reply.code(201).send({ received: true });
      },
    );
  };
}
