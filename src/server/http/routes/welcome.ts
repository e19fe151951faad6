import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { WelcomeReplySchema, WelcomeSchema } from '#contract/profile.ts';
import type { Deps } from '../../deps.ts';
import { ensureProfile } from '../../features/profile/ensure-profile.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

/** Spec section 7's call. The first sign-in has sent the welcome by itself; this one can only make good for it. */
export function welcomeRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/welcome',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Pede o e-mail de boas-vindas, que sai uma vez só e para o endereço da conta',
          tags: ['Perfil'],
          body: WelcomeSchema,
          response: { 202: WelcomeReplySchema, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
        },
      },
      async (request, reply) => {
        await ensureProfile(deps, { userId: actorOf(request).userId });
        return reply.code(202).send({ received: true });
      },
    );
  };
}
