import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { HoneypotSchema } from '#contract/honeypot.ts';
import { InterestReplySchema, InterestSchema } from '#contract/interest.ts';
import type { Deps } from '../../deps.ts';
import { registerInterest } from '../../features/messages/messages.ts';
import { readHoneypot } from '../security/honeypot.ts';
import { openForm } from '../security/open-form-limits.ts';

export function interestRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/interest',
      {
        ...openForm(deps, 'interest'),
        schema: {
          summary: 'Registra o interesse em um plano anunciado',
          tags: ['Plano'],
          body: InterestSchema.extend(HoneypotSchema.shape),
          response: { 201: InterestReplySchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
        },
      },
      async (request, reply) => {
        const { written, suspect } = readHoneypot(request.body);
        await registerInterest(deps, written, { suspect });
        return reply.code(201).send({ received: true });
      },
    );
  };
}
