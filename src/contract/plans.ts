import { z } from 'zod';

export const billingPeriods = ['Mensal', 'Anual'] as const;

export const PlanCardSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price_cents: z.int(),
  billing_period: z.enum(billingPeriods),
  features: z.array(z.string()),
  is_featured: z.boolean(),
  is_coming_soon: z.boolean(),
  hours_per_month: z.int(),
  max_file_minutes: z.int(),
  max_stored_megabytes: z.int(),
  has_watermark: z.boolean(),
  has_text_exports: z.boolean(),
  has_summaries: z.boolean(),
});
export type PlanCard = z.infer<typeof PlanCardSchema>;

/** GET /plans: by price, the cheapest first. */
export const PlanListSchema = z.array(PlanCardSchema);
