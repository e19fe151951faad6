import { eq } from 'drizzle-orm';
import type { Profile } from '#contract/profile.ts';
import { planTitle } from '#domain/plans/plan-title.ts';
import type { Actor } from '../../actor.ts';
import { plans } from '../../adapters/db/schema/plans.ts';
import { profiles } from '../../adapters/db/schema/profiles.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { usedSeconds } from '../usage/used-seconds.ts';
import { openProfile } from './open-profile.ts';

const hourSeconds = 3_600;

async function find({ db }: Pick<Deps, 'db'>, userId: string) {
  const [row] = await db
    .select({ profile: profiles, plan: plans })
    .from(profiles)
    .innerJoin(plans, eq(plans.id, profiles.plan))
    .where(eq(profiles.id, userId));
  return row;
}

/** Whoever signed in before there were profiles, or while the database failed half-way, has none yet: it is made here. */
async function findOrOpen(deps: Pick<Deps, 'db' | 'queue'>, userId: string) {
  const found = await find(deps, userId);
  if (found !== undefined) return found;
  await openProfile(deps, { userId });
  return find(deps, userId);
}

export async function readProfile(
  deps: Pick<Deps, 'auth' | 'db' | 'now' | 'queue'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Profile> {
  const found = await findOrOpen(deps, userId);
  // The account was deleted a moment ago.
  if (found === undefined) throw new AppError('unauthenticated');
  const { profile, plan } = found;
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    avatar: profile.avatar,
    plan: profile.plan,
    plan_name: planTitle(plan),
    used_hours: (await usedSeconds(deps, { userId })) / hourSeconds,
    occupation: profile.occupation,
    use_case: profile.useCase,
    how_found: profile.howFound,
    created_at: profile.createdAt.toISOString(),
    updated_at: profile.updatedAt.toISOString(),
    has_password: await deps.auth.passwords.has(userId),
  };
}
