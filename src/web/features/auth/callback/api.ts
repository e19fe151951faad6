import { type Profile, ProfileSchema } from '#contract/profile.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { ApiError, callApi } from '../../../api/client.ts';
import { CallbackError } from './callback-error.ts';

/** The server creates the profile at the first sign-in and syncs it at each later one. */
export async function loadProfile(): Promise<Profile> {
  try {
    return await callApi(apiPaths.profile, { parse: ProfileSchema.parse });
  } catch (error) {
    // The session is valid but the account was deleted a moment ago.
    const isUserMissing = error instanceof ApiError && error.body.code === 'unauthenticated';
    throw new CallbackError(isUserMissing ? 'user_missing' : 'profile_failed', error);
  }
}

/** Idempotent: the server sends the welcome mail once. */
export function requestWelcome(who: { email: string; name: string }) {
  return callApi(apiPaths.welcome, { method: 'POST', body: who });
}
