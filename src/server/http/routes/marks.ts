import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { MarkEditSchema, MarkSchema, MarksSchema } from '#contract/marks.ts';
import type { Deps } from '#server/deps.ts';
import { deleteMark, putMark, readMarks } from '#server/features/transcriptions/edit/marks.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { MarkIdSchema, noContent, TranscriptionIdSchema } from './shared-schemas.ts';

const tags = ['Transcrição'];

export function marksRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/transcribe/:id/marks',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Os trechos marcados, na ordem do texto',
          tags,
          params: TranscriptionIdSchema,
          response: { 200: MarksSchema },
        },
      },
      async (request) => readMarks(deps, actorOf(request), request.params.id),
    );
    app.put(
      '/transcribe/:id/marks/:markId',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Marca um trecho, ou muda o trecho e a nota da mesma marca',
          tags,
          params: MarkIdSchema,
          body: MarkEditSchema,
          response: { 200: MarkSchema },
        },
      },
      async (request) => {
        const { id: transcriptionId, markId } = request.params;
        return putMark(deps, actorOf(request), { transcriptionId, markId, edit: request.body });
      },
    );
    app.delete(
      '/transcribe/:id/marks/:markId',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Remove a marca de um trecho, também a que já não existe',
          tags,
          params: MarkIdSchema,
          response: noContent,
        },
      },
      async (request, reply) => {
        const { id: transcriptionId, markId } = request.params;
        await deleteMark(deps, actorOf(request), { transcriptionId, markId });
        return reply.code(204).send();
      },
    );
  };
}
