import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { UnfamiliarWordsSchema } from '#contract/unfamiliar-words.ts';
import type { Deps } from '#server/deps.ts';
import { findUnfamiliarWords } from '#server/features/transcriptions/edit/unfamiliar-words.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { TranscriptionIdSchema } from './shared-schemas.ts';

export function unfamiliarWordsRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/transcribe/:id/unfamiliar-words',
      {
        ...signedIn(deps),
        schema: {
          summary: 'As palavras do texto que o dicionário e o dono não conhecem',
          tags: ['Transcrição'],
          params: TranscriptionIdSchema,
          response: { 200: UnfamiliarWordsSchema },
        },
      },
      async (request) => findUnfamiliarWords(deps, actorOf(request), request.params.id),
    );
  };
}
