import { addAbortSignal } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { OriginalsSchema, PlaybackSourcesSchema } from '#contract/transcription.ts';
import type { Deps } from '#server/deps.ts';
import { createSessionGuard, isSessionValid } from '#server/features/auth/sessions/session-guard.ts';
import { readOriginals } from '#server/features/transcriptions/read/originals.ts';
import { openMedia, readPlaybackSources } from '#server/features/transcriptions/read/playback.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { beginPart, contentDisposition } from '../streams/download-headers.ts';
import { disconnectSignal } from '../streams/event-stream.ts';
import { TranscriptionIdSchema } from './shared-schemas.ts';

const PassSchema = z.object({ pass: z.string().min(1).max(1_000) });

export function playbackRoutes(deps: Deps): FastifyPluginAsyncZod {
  const guard = createSessionGuard(deps);
  return async (app) => {
    app.get(
      '/transcribe/:id/listening',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Onde ouvir a gravação, e o desenho do seu som',
          tags: ['Transcrição'],
          params: TranscriptionIdSchema,
          response: { 200: PlaybackSourcesSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'private, no-store');
        return readPlaybackSources(deps, actorOf(request), request.params.id);
      },
    );
    app.get(
      '/transcribe/:id/originals',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Onde baixar cada arquivo de uma transcrição que junta vários',
          tags: ['Transcrição'],
          params: TranscriptionIdSchema,
          response: { 200: OriginalsSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'private, no-store');
        return readOriginals(deps, actorOf(request), request.params.id);
      },
    );
    app.get(
      '/transcribe/:id/media',
      {
        config: { longLived: true },
        schema: {
          summary: 'O som, o vídeo ou um original, por um endereço que vale uma hora; aceita Range',
          tags: ['Transcrição'],
          params: TranscriptionIdSchema,
          querystring: PassSchema,
        },
      },
      async (request, reply) => {
        const media = await openMedia(deps, {
          id: request.params.id,
          pass: request.query.pass,
          mayGoOn: (actor) => isSessionValid(deps, actor),
        });
        reply.headers({
          'content-type': media.type,
          // Forbid the browser's cache too: on a shared computer the next user could play the recording after the
          // sign-out. A player seeks in its own memory and requests the rest by ranges.
          'cache-control': 'private, no-store',
          'last-modified': media.changedAt.toUTCString(),
          // An uploaded file must never run as a page of this site.
          'content-disposition':
            media.downloadName === undefined
              ? 'inline; filename="gravacao"'
              : contentDisposition(media.downloadName),
          'content-security-policy': "default-src 'none'; sandbox",
        });
        const part = beginPart(request, reply, media.bytes);
        if (part === undefined) return reply.send();
        const { ended } = guard(media.holder, disconnectSignal(reply));
        return reply.send(addAbortSignal(ended, await media.read(part.range)));
      },
    );
  };
}
