import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { PlanUsageSchema, UsageDaysSchema } from '#contract/plan-usage.ts';
import { PlanListSchema } from '#contract/plans.ts';
import { StoredBytesSchema } from '#contract/stored-bytes.ts';
import type { Deps } from '#server/deps.ts';
import { listPlans } from '#server/features/billing/checkout/plans.ts';
import { readStoredBytes } from '#server/features/uploads/stored-bytes.ts';
import { readPlanUsage } from '#server/features/usage/plan-usage.ts';
import { readUsageDays } from '#server/features/usage/usage-days.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

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
    app.get(
      '/auth/plan/days',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Os minutos usados em cada dia deste mês',
          tags: ['Plano'],
          response: { 200: UsageDaysSchema },
        },
      },
      async (request) => readUsageDays(deps, actorOf(request)),
    );
    app.get(
      '/auth/storage',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Os bytes que os arquivos da conta ocupam, e o limite do plano',
          tags: ['Plano'],
          response: { 200: StoredBytesSchema },
        },
      },
      async (request) => readStoredBytes(deps, actorOf(request)),
    );
  };
}
