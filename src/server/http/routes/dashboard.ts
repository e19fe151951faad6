import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DashboardSchema } from '#contract/dashboard.ts';
import type { Deps } from '../../deps.ts';
import { readDashboard } from '../../features/library/read-dashboard.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

export function dashboardRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/dashboard',
      {
        ...signedIn(deps),
        schema: {
          summary: 'A tela inicial em uma chamada',
          tags: ['Transcrições'],
          response: { 200: DashboardSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return readDashboard(deps, actorOf(request));
      },
    );
  };
}
