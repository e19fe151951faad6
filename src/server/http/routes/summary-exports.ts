import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { exportSummary, type SummaryFormat, summaryFormats } from '../../features/exports/export-summary.ts';
import { limitedBy } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { attachment } from '../streams/attachment.ts';
import { SummaryIdSchema } from './id-params.ts';

const fiveMinutesMs = 300_000;

const kinds = {
  md: { type: 'text/markdown; charset=utf-8', summary: 'O resumo em Markdown' },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    summary: 'O resumo para editar',
  },
  pdf: { type: 'application/pdf', summary: 'O resumo em páginas' },
} as const satisfies Record<SummaryFormat, { type: string; summary: string }>;

export function summaryExportRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const countedForUser = limitedBy(deps, {
      name: 'export',
      max: 60,
      windowMs: fiveMinutesMs,
      keyOf: (request: FastifyRequest) => actorOf(request).userId,
    });
    for (const format of summaryFormats) {
      const { type, summary } = kinds[format];
      const file = z.custom<string | Uint8Array>().meta({ type: 'string', format: 'binary' });
      app.get(
        `/summaries/:id/${format}`,
        {
          ...signedIn(deps),
          // A look ahead would do all the work and send nothing.
          exposeHeadRoute: false,
          preHandler: countedForUser,
          schema: {
            summary,
            tags: ['Resumos'],
            params: SummaryIdSchema,
            response: {
              200: { description: summary, content: { [type.replace(/;.*/, '')]: { schema: file } } },
              '4xx': ErrorBodySchema,
              '5xx': ErrorBodySchema,
            },
          },
        },
        async (request, reply) => {
          const { name, body } = await exportSummary(deps, actorOf(request), {
            id: request.params.id,
            format,
          });
          return reply
            .headers({
              'content-type': type,
              'content-disposition': attachment(name),
              'cache-control': 'private, no-store',
            })
            .send(body);
        },
      );
    }
  };
}
