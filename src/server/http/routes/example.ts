import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AcceptedSchema } from '#contract/transcription.ts';
import type { Deps } from '../../deps.ts';
import { openExample } from '../../features/example/open-example.ts';
import { limitedBy } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

const hourMs = 3_600_000;

export function exampleRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/transcriptions/example',
      {
        ...signedIn(deps),
        preHandler: limitedBy(deps, {
          name: 'example',
          max: 20,
          windowMs: hourMs,
          keyOf: (request) => actorOf(request).userId,
        }),
        schema: {
          summary: 'Abre a transcrição de exemplo, que não gasta minutos',
          tags: ['Transcrições'],
          response: { 201: AcceptedSchema },
        },
      },
      async (request, reply) => {
        reply.code(201);
        return openExample(deps, actorOf(request));
      },
    );
  };
}
