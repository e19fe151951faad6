import { eq, sql } from 'drizzle-orm';
import type { Profile, ProfileChange } from '#contract/profile.ts';
import { hourSeconds } from '#domain/format/durations.ts';
import { planTitle } from '#domain/plans.ts';
import type { Actor } from '#server/actor.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { plans, profiles } from '#server/adapters/db/schema/plans.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { readUsedSeconds } from '#server/features/usage/plan-usage.ts';
import { checkAvatar } from './avatar.ts';
import { ensureProfile } from './ensure-profile.ts';

async function find({ db }: Pick<Deps, 'db'>, userId: string) {
  const [row] = await db
    .select({ profile: profiles, plan: plans })
    .from(profiles)
    .innerJoin(plans, eq(plans.id, profiles.plan))
    .where(eq(profiles.id, userId));
  return row;
}

/** An account may lack a profile: it is older than profiles, or the database failed half-way. Create it here. */
async function findOrOpen(deps: Pick<Deps, 'db' | 'queue'>, userId: string) {
  const found = await find(deps, userId);
  if (found !== undefined) return found;
  await ensureProfile(deps, { userId });
  return find(deps, userId);
}

export async function readProfile(
  deps: Pick<Deps, 'auth' | 'db' | 'now' | 'queue'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Profile> {
  const found = await findOrOpen(deps, userId);
  // The account was just deleted.
  if (found === undefined) throw new AppError('unauthenticated');
  const { profile, plan } = found;
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    avatar: profile.avatar,
    plan: profile.plan,
    plan_name: planTitle(plan),
    used_hours: (await readUsedSeconds(deps, { userId })) / hourSeconds,
    occupation: profile.occupation,
    use_case: profile.useCase,
    how_found: profile.howFound,
    created_at: profile.createdAt.toISOString(),
    updated_at: profile.updatedAt.toISOString(),
    has_password: await deps.auth.passwords.has(userId),
  };
}

/** Copies changes to the sign-in's user: mails use that name, and a removed photo must not return from there. */
function followedBy({ name, avatar }: ProfileChange) {
  return { ...(name === undefined ? {} : { name }), ...(avatar === null ? { image: null } : {}) };
}

export async function changeProfile(
  deps: Pick<Deps, 'auth' | 'db' | 'now' | 'queue'>,
  actor: Pick<Actor, 'userId'>,
  change: ProfileChange,
): Promise<Profile> {
  const { name, avatar } = change;
  if (typeof avatar === 'string') checkAvatar(avatar);
  const { userId } = actor;
  await deps.db.transaction(async (tx) => {
    await ensureProfile(deps, { userId, tx });
    const followed = followedBy(change);
    if (Object.keys(followed).length > 0)
      await tx
        .update(users)
        .set({ ...followed, updatedAt: sql`now()` })
        .where(eq(users.id, userId));
    if (name === undefined && avatar === undefined) return;
    await tx
      .update(profiles)
      .set({
        ...(name === undefined ? {} : { name }),
        ...(avatar === undefined ? {} : { avatar }),
        updatedAt: sql`now()`,
      })
      .where(eq(profiles.id, userId));
  });
  return readProfile(deps, actor);
}
