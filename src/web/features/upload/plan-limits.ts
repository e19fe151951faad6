import { queryOptions } from '@tanstack/react-query';
import { type PlanUsage, PlanUsageSchema } from '#contract/plan-usage.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';
import type { PlanLimits } from './file-rules.ts';

export const planUsageQuery = queryOptions({
  queryKey: ['plan-usage'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.planUsage, { signal, parse: (answer) => PlanUsageSchema.parse(answer) }),
});

const hourSeconds = 3_600;

export function limitsOf(usage: PlanUsage | undefined, planName: string | undefined): PlanLimits | undefined {
  if (usage === undefined) return undefined;
  const secondsLeft = Math.max(0, Math.round((usage.hoursLimit - usage.usedHours) * hourSeconds));
  return { maxFileMinutes: usage.maxFileMinutes, secondsLeft, planName };
}
