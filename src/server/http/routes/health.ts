import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { LiveSchema, ReadySchema } from '#contract/health.ts';
import type { Deps } from '#server/deps.ts';
import { checkReadiness, type PublicPages } from '#server/features/health/check-readiness.ts';

export function healthRoutes(deps: Deps, pages?: PublicPages): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.get(
      '/health/live',
      { schema: { summary: 'O processo responde', tags: ['Saúde'], response: { 200: LiveSchema } } },
      async () => ({ status: 'ok' as const }),
    );
    app.get(
      '/health/ready',
      {
        schema: {
          summary: 'Pronto para servir; diz que parte não está',
          tags: ['Saúde'],
          response: { 200: ReadySchema, 503: ReadySchema },
        },
      },
      async (_request, reply) => {
        const readiness = await checkReadiness(deps, pages);
        return reply.code(readiness.status === 'not_ready' ? 503 : 200).send(readiness);
      },
    );
  };
}
