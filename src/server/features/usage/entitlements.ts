import { eq, sql } from 'drizzle-orm';
import { hourSeconds } from '#domain/format/durations.ts';
import { planTitle } from '#domain/plans.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { plans, profiles } from '#server/adapters/db/schema/plans.ts';

export type Entitlements = Readonly<{
  plan: string;
  planName: string;
  /** With its period, if a plan of this name is sold by the month and by the year. */
  planTitle: string;
  features: readonly string[];
  secondsPerMonth: number;
  maxFileSeconds: number;
  maxStoredBytes: number;
  hasWatermark: boolean;
  hasTextExports: boolean;
  hasSummaries: boolean;
}>;

/** The only place that reads a user's limits from the plan's row. A user without a profile is on the free plan. */
export async function findEntitlements(db: Database | Transaction, userId: string): Promise<Entitlements> {
  const [row] = await db
    .select({ plan: plans })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .innerJoin(plans, eq(plans.id, sql`coalesce(${profiles.plan}, 'free')`))
    .where(eq(users.id, userId));
  if (row === undefined) throw new Error('the plans have no row for a user’s plan');
  const { plan } = row;
  return {
    plan: plan.id,
    planName: plan.name,
    planTitle: planTitle(plan),
    features: plan.features,
    secondsPerMonth: plan.hoursPerMonth * hourSeconds,
    maxFileSeconds: plan.maxFileMinutes * 60,
    maxStoredBytes: plan.maxStoredMegabytes * 1_000_000,
    hasWatermark: plan.hasWatermark,
    hasTextExports: plan.hasTextExports,
    hasSummaries: plan.hasSummaries,
  };
}
