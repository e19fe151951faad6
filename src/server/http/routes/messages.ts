import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ContactMessageSchema,
  FeedbackSchema,
  HoneypotSchema,
  InterestSchema,
  ReceivedSchema,
  SupportRequestSchema,
} from '#contract/messages.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import {
  registerInterest,
  sendContactMessage,
  sendFeedback,
  sendSupportRequest,
} from '#server/features/messages/messages.ts';
import { publicFormLimits, readHoneypot } from '../security/public-forms.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorIfAny, actorOf, optionallySignedIn, signedIn } from '../security/signed-in.ts';
import { refusals } from './shared-schemas.ts';

export function messageRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/contact',
      {
        ...publicFormLimits(deps, 'contact'),
        schema: {
          summary: 'Envia uma mensagem à equipe',
          tags: ['Contato'],
          body: ContactMessageSchema.extend(HoneypotSchema.shape),
          response: { 201: ReceivedSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const { written, suspect } = readHoneypot(request.body);
        await sendContactMessage(deps, written, { suspect });
        return reply.code(201).send({ received: true });
      },
    );
    app.post(
      '/feedback',
      {
        ...publicFormLimits(deps, 'feedback'),
        ...optionallySignedIn(deps),
        schema: {
          summary: 'Envia uma opinião sobre o produto',
          tags: ['Contato'],
          body: FeedbackSchema.extend(HoneypotSchema.shape),
          response: { 201: ReceivedSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const actor = actorIfAny(request);
        const { written, suspect } = readHoneypot(request.body, { signedIn: actor !== undefined });
        await sendFeedback(deps, written, { actor, suspect });
        return reply.code(201).send({ received: true });
      },
    );
    app.post(
      '/interest',
      {
        ...publicFormLimits(deps, 'interest'),
        schema: {
          summary: 'Registra o interesse em um plano anunciado',
          tags: ['Plano'],
          body: InterestSchema.extend(HoneypotSchema.shape),
          response: { 201: ReceivedSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const { written, suspect } = readHoneypot(request.body);
        await registerInterest(deps, written, { suspect });
        return reply.code(201).send({ received: true });
      },
    );
    app.post(
      '/support',
      {
        ...signedIn(deps),
        preHandler: rateLimitByUser(deps, { name: 'support', max: 10, windowMs: hourMs }),
        schema: {
          summary: 'Pede ajuda à equipe',
          tags: ['Contato'],
          body: SupportRequestSchema,
          response: { 201: ReceivedSchema, ...refusals },
        },
      },
      async (request, reply) => {
        await sendSupportRequest(deps, actorOf(request), request.body);
        return reply.code(201).send({ received: true });
      },
    );
  };
}
