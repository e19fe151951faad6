import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ReceivedSchema } from '#contract/messages.ts';
import { ProfileChangeSchema, ProfileSchema, WelcomeSchema } from '#contract/profile.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { ensureProfile } from '#server/features/profile/ensure-profile.ts';
import { changeProfile, readProfile } from '#server/features/profile/profile.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { refusals } from './shared-schemas.ts';

const response = { 200: ProfileSchema, ...refusals };

export function profileRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/profile',
      {
        ...signedIn(deps),
        schema: { summary: 'O perfil de quem está na sessão', tags: ['Perfil'], response },
      },
      async (request) => readProfile(deps, actorOf(request)),
    );
    app.patch(
      '/profile',
      {
        ...signedIn(deps),
        preHandler: rateLimitByUser(deps, { name: 'profile-change', max: 60, windowMs: hourMs }),
        schema: {
          summary: 'Muda o nome ou a foto; nenhum outro campo',
          tags: ['Perfil'],
          body: ProfileChangeSchema,
          response,
        },
      },
      async (request) => changeProfile(deps, actorOf(request), request.body),
    );
    /** Spec section 7's call. The first sign-in already sends the welcome mail; this call only makes up for a failure. */
    app.post(
      '/welcome',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Pede o e-mail de boas-vindas, que sai uma vez só e para o endereço da conta',
          tags: ['Perfil'],
          body: WelcomeSchema,
          response: { 202: ReceivedSchema, ...refusals },
        },
      },
      async (request, reply) => {
        await ensureProfile(deps, { userId: actorOf(request).userId });
        return reply.code(202).send({ received: true });
      },
    );
  };
}
