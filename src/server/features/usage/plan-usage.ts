import type { PlanUsage } from '#contract/plan-usage.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { entitlementsOf } from './entitlements.ts';
import { usedSeconds } from './used-seconds.ts';

const hourSeconds = 3_600;

export async function planUsage(
  deps: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<PlanUsage> {
  const { plan, secondsPerMonth, maxFileSeconds, features } = await entitlementsOf(deps.db, userId);
  return {
    plan,
    usedHours: (await usedSeconds(deps, { userId })) / hourSeconds,
    hoursLimit: secondsPerMonth / hourSeconds,
    maxFileMinutes: maxFileSeconds / 60,
    features: [...features],
  };
}
