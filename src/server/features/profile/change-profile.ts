import { eq, sql } from 'drizzle-orm';
import type { Profile, ProfileChange } from '#contract/profile.ts';
import type { Actor } from '../../actor.ts';
import { users } from '../../adapters/db/schema/auth.ts';
import { profiles } from '../../adapters/db/schema/profiles.ts';
import type { Deps } from '../../deps.ts';
import { checkAvatar } from './check-avatar.ts';
import { openProfile } from './open-profile.ts';
import { readProfile } from './read-profile.ts';

/** What the sign-in keeps of a person: mails call them by that name, and a removed photo must not come back from it. */
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
    await openProfile(deps, { userId, tx });
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
