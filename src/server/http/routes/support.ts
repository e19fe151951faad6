import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { SupportReplySchema, SupportRequestSchema } from '#contract/support.ts';
import type { Deps } from '../../deps.ts';
import { sendSupportRequest } from '../../features/messages/messages.ts';
import { limitedBy } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

const hourMs = 3_600_000;

export function supportRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/support',
      {
        ...signedIn(deps),
        preHandler: limitedBy(deps, {
          name: 'support',
          max: 10,
          windowMs: hourMs,
          keyOf: (request) => actorOf(request).userId,
        }),
        schema: {
          summary: 'Pede ajuda à equipe',
          tags: ['Contato'],
          body: SupportRequestSchema,
          response: { 201: SupportReplySchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
        },
      },
      async (request, reply) => {
        await sendSupportRequest(deps, actorOf(request), request.body);
        return reply.code(201).send({ received: true });
      },
    );
  };
}
