import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CheckedPassagesSchema, ChecksEditedSchema, ChecksEditSchema } from '#contract/checks.ts';
import type { Deps } from '#server/deps.ts';
import { changeChecks, readChecked } from '#server/features/transcriptions/edit/check-passages.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { TranscriptionIdSchema } from './shared-schemas.ts';

export function checksRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const owned = (summary: string) => ({ summary, tags: ['Transcrição'], params: TranscriptionIdSchema });
    app.get(
      '/transcribe/:id/checks',
      {
        ...signedIn(deps),
        schema: { ...owned('Os trechos conferidos'), response: { 200: CheckedPassagesSchema } },
      },
      async (request) => readChecked(deps, actorOf(request), request.params.id),
    );
    app.patch(
      '/transcribe/:id/checks',
      {
        ...signedIn(deps),
        schema: {
          ...owned('Confirma trechos ouvidos, se o texto ainda é o enviado, ou desfaz a confirmação'),
          body: ChecksEditSchema,
          response: { 200: ChecksEditedSchema },
        },
      },
      async (request) => changeChecks(deps, actorOf(request), { id: request.params.id, edit: request.body }),
    );
  };
}
