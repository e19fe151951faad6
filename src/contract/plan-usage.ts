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
