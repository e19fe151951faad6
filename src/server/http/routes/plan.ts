import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PlanUsageSchema } from '#contract/plan-usage.ts';
import type { Deps } from '../../deps.ts';
import { readPlanUsage } from '../../features/usage/plan-usage.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

export function planRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/auth/plan',
      {
        ...signedIn(deps),
        schema: {
          summary: 'O plano da conta e o que dele já foi usado neste mês',
          tags: ['Plano'],
          response: { 200: PlanUsageSchema },
        },
      },
      async (request) => readPlanUsage(deps, actorOf(request)),
    );
  };
}
