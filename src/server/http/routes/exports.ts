import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ExportFormat, ExportQuerySchema, exportFormats } from '#contract/transcript.ts';
import { citationStyles } from '#domain/citation/citation.ts';
import { minuteMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { exportMarks, type MarksFormat, marksFormats } from '#server/features/exports/export-marks.ts';
import {
  exportSummary,
  type SummaryFormat,
  summaryFormats,
} from '#server/features/exports/export-summary.ts';
import { type ExportedFile, exportTranscript } from '#server/features/exports/export-transcript.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { contentDisposition } from '../streams/download-headers.ts';
import { refusals, SummaryIdSchema, TranscriptionIdSchema } from './shared-schemas.ts';

const fiveMinutesMs = 5 * minuteMs;

const types = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<ExportFormat | SummaryFormat, string>;
type Format = keyof typeof types;

const transcriptTexts = {
  srt: 'Legendas em SRT',
  vtt: 'Legendas em WebVTT',
  txt: 'O texto, com times=1 também os tempos',
  pdf: 'O texto em páginas, com tempos',
  docx: 'O texto para editar, com tempos',
  json: 'Trechos e palavras com tempos, para programas',
} as const satisfies Record<ExportFormat, string>;

const summaryTexts = {
  md: 'O resumo em Markdown',
  docx: 'O resumo para editar',
  pdf: 'O resumo em páginas',
} as const satisfies Record<SummaryFormat, string>;

const marksTexts = {
  md: 'Os trechos marcados, citados, em Markdown',
  docx: 'Os trechos marcados, citados, para editar',
} as const satisfies Record<MarksFormat, string>;

const MarksQuerySchema = z.object({ style: z.enum(citationStyles).default('short') });

function answerOf(format: Format, description: string) {
  const file = z.custom<string | Uint8Array>().meta({ type: 'string', format: 'binary' });
  const mediaType = types[format].replace(/;.*/, '');
  return { 200: { description, content: { [mediaType]: { schema: file } } }, ...refusals };
}

function sendFile(reply: FastifyReply, format: Format, { name, body }: ExportedFile) {
  return reply
    .headers({
      'content-type': types[format],
      'content-disposition': contentDisposition(name),
      'cache-control': 'private, no-store',
    })
    .send(body);
}

export function exportRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const options = {
      ...signedIn(deps),
      // HEAD would do all the work and send nothing.
      exposeHeadRoute: false,
      preHandler: rateLimitByUser(deps, { name: 'export', max: 60, windowMs: fiveMinutesMs }),
    };
    for (const format of exportFormats)
      app.get(
        `/transcribe/:id/${format}`,
        {
          ...options,
          schema: {
            summary: transcriptTexts[format],
            tags: ['Transcrição'],
            params: TranscriptionIdSchema,
            querystring: ExportQuerySchema,
            response: answerOf(format, transcriptTexts[format]),
          },
        },
        async (request, reply) => {
          const asked = {
            id: request.params.id,
            format,
            withTimes: request.query.times === '1',
            withReview: request.query.review === '1',
          };
          return sendFile(reply, format, await exportTranscript(deps, actorOf(request), asked));
        },
      );
    for (const format of marksFormats)
      app.get(
        `/transcribe/:id/marks.${format}`,
        {
          ...options,
          schema: {
            summary: marksTexts[format],
            tags: ['Transcrição'],
            params: TranscriptionIdSchema,
            querystring: MarksQuerySchema,
            response: answerOf(format, marksTexts[format]),
          },
        },
        async (request, reply) => {
          const asked = { id: request.params.id, format, style: request.query.style };
          return sendFile(reply, format, await exportMarks(deps, actorOf(request), asked));
        },
      );
    for (const format of summaryFormats)
      app.get(
        `/summaries/:id/${format}`,
        {
          ...options,
          schema: {
            summary: summaryTexts[format],
            tags: ['Resumos'],
            params: SummaryIdSchema,
            response: answerOf(format, summaryTexts[format]),
          },
        },
        async (request, reply) => {
          const asked = { id: request.params.id, format };
          return sendFile(reply, format, await exportSummary(deps, actorOf(request), asked));
        },
      );
  };
}
