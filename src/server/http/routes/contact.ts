import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ContactMessageSchema, ContactReplySchema } from '#contract/contact.ts';
import { ErrorBodySchema } from '#contract/errors.ts';
import { HoneypotSchema } from '#contract/honeypot.ts';
import type { Deps } from '../../deps.ts';
import { sendContactMessage } from '../../features/messages/messages.ts';
import { readHoneypot } from '../security/honeypot.ts';
import { openForm } from '../security/open-form-limits.ts';

export function contactRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/contact',
      {
        ...openForm(deps, 'contact'),
        schema: {
          summary: 'Envia uma mensagem à equipe',
          tags: ['Contato'],
          body: ContactMessageSchema.extend(HoneypotSchema.shape),
          response: { 201: ContactReplySchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
        },
      },
      async (request, reply) => {
        const { written, suspect } = readHoneypot(request.body);
        await sendContactMessage(deps, written, { suspect });
        return reply.code(201).send({ received: true });
      },
    );
  };
}
