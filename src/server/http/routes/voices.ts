import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { VoicesSchema } from '#contract/transcription.ts';
import type { Deps } from '#server/deps.ts';
import { stateVoices } from '#server/features/transcriptions/voices/state-voices.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { TranscriptionIdSchema } from './shared-schemas.ts';

export function voicesRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      '/transcribe/:id/voices',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Diz quantas pessoas falam, e separa as vozes outra vez',
          tags: ['Transcrição'],
          params: TranscriptionIdSchema,
          body: VoicesSchema,
          response: { 202: z.null() },
        },
      },
      async (request, reply) => {
        await stateVoices(deps, actorOf(request), { id: request.params.id, voices: request.body.voices });
        return reply.code(202).send(null);
      },
    );
  };
}
