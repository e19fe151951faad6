import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { type ExportFormat, exportFormats, TextExportQuerySchema } from '#contract/transcript.ts';
import { minuteMs } from '#domain/format/durations.ts';
import type { Deps } from '../../deps.ts';
import { type ExportedFile, exportTranscript } from '../../features/exports/export-transcript.ts';
import { rateLimitBy } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { contentDisposition } from '../streams/download-headers.ts';
import { TranscriptionIdSchema } from './shared-schemas.ts';

const fiveMinutesMs = 5 * minuteMs;

const kinds = {
  srt: { type: 'application/x-subrip; charset=utf-8', summary: 'Legendas em SRT' },
  vtt: { type: 'text/vtt; charset=utf-8', summary: 'Legendas em WebVTT' },
  txt: { type: 'text/plain; charset=utf-8', summary: 'O texto, com times=1 também os tempos' },
  pdf: { type: 'application/pdf', summary: 'O texto em páginas, com tempos' },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    summary: 'O texto para editar, com tempos',
  },
  json: { type: 'application/json; charset=utf-8', summary: 'Trechos e palavras com tempos, para programas' },
} as const satisfies Record<ExportFormat, { type: string; summary: string }>;

function answerOf(format: ExportFormat) {
  const { type, summary } = kinds[format];
  const file = z.custom<string | Uint8Array>().meta({ type: 'string', format: 'binary' });
  const mediaType = type.replace(/;.*/, '');
  return {
    200: { description: summary, content: { [mediaType]: { schema: file } } },
    '4xx': ErrorBodySchema,
    '5xx': ErrorBodySchema,
  };
}

function sendFile(reply: FastifyReply, format: ExportFormat, { name, body }: ExportedFile) {
  return reply
    .headers({
      'content-type': kinds[format].type,
      'content-disposition': contentDisposition(name),
      'cache-control': 'private, no-store',
    })
    .send(body);
}

export function exportRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const countedForUser = rateLimitBy(deps, {
      name: 'export',
      max: 60,
      windowMs: fiveMinutesMs,
      keyOf: (request: FastifyRequest) => actorOf(request).userId,
    });
    for (const format of exportFormats)
      app.get(
        `/transcribe/:id/${format}`,
        {
          ...signedIn(deps),
          // HEAD would do all the work and send nothing.
          exposeHeadRoute: false,
          preHandler: countedForUser,
          schema: {
            summary: kinds[format].summary,
            tags: ['Transcrição'],
            params: TranscriptionIdSchema,
            querystring: TextExportQuerySchema,
            response: answerOf(format),
          },
        },
        async (request, reply) => {
          const asked = { id: request.params.id, format, withTimes: request.query.times === '1' };
          return sendFile(reply, format, await exportTranscript(deps, actorOf(request), asked));
        },
      );
  };
}
