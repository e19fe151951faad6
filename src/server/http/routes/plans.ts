import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PlanListSchema } from '#contract/plans.ts';
import type { Deps } from '../../deps.ts';
import { listPlans } from '../../features/billing/checkout/plans.ts';

export function plansRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/plans',
      {
        schema: {
          summary: 'Os planos, do mais barato ao mais caro',
          tags: ['Plano'],
          response: { 200: PlanListSchema },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'public, max-age=60');
        return listPlans(deps);
      },
    );
  };
}
