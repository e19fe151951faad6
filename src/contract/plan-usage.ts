import { z } from 'zod';

/** Spec section 7: GET /auth/plan. */
export const PlanUsageSchema = z.object({
  plan: z.string(),
  usedHours: z.number(),
  hoursLimit: z.number(),
  maxFileMinutes: z.number(),
  features: z.array(z.string()),
});
export type PlanUsage = z.infer<typeof PlanUsageSchema>;

/** Spec section 9: the limits that a client assumes if the answer has none. */
const defaultLimits = (plan: string) =>
  plan === 'free' ? { hoursLimit: 5, maxFileMinutes: 10 } : { hoursLimit: 50, maxFileMinutes: 60 };

const PlanUsageReplySchema = PlanUsageSchema.partial({ hoursLimit: true, maxFileMinutes: true });

export function readPlanUsage(answer: unknown): PlanUsage {
  const { hoursLimit, maxFileMinutes, ...usage } = PlanUsageReplySchema.parse(answer);
  const usual = defaultLimits(usage.plan);
  return {
    ...usage,
    hoursLimit: hoursLimit ?? usual.hoursLimit,
    maxFileMinutes: maxFileMinutes ?? usual.maxFileMinutes,
  };
}

/** GET /auth/plan/days. Days are in America/Sao_Paulo time. */
export const UsageDaysSchema = z.object({
  days: z
    .array(z.object({ day: z.iso.date(), minutes: z.number().min(0) }))
    .describe('Um por dia do mês até hoje, também os que não tiveram uso'),
});
export type UsageDays = z.infer<typeof UsageDaysSchema>;
