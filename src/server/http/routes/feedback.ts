import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { FeedbackReplySchema, FeedbackSchema } from '#contract/feedback.ts';
import { HoneypotSchema } from '#contract/honeypot.ts';
import type { Deps } from '../../deps.ts';
import { sendFeedback } from '../../features/messages/messages.ts';
import { readHoneypot } from '../security/honeypot.ts';
import { openForm } from '../security/open-form-limits.ts';
import { actorIfAny, signedInOrNot } from '../security/signed-in.ts';

export function feedbackRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/feedback',
      {
        ...openForm(deps, 'feedback'),
        ...signedInOrNot(deps),
        schema: {
          summary: 'Envia uma opinião sobre o produto',
          tags: ['Contato'],
          body: FeedbackSchema.extend(HoneypotSchema.shape),
          response: { 201: FeedbackReplySchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
        },
      },
      async (request, reply) => {
        const actor = actorIfAny(request);
        const { written, suspect } = readHoneypot(request.body, { signedIn: actor !== undefined });
        await sendFeedback(deps, written, { actor, suspect });
        return reply.code(201).send({ received: true });
      },
    );
  };
}
