import { type Profile, ProfileSchema } from '#contract/profile.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { ApiError, callApi } from '../../../api/client.ts';
import { CallbackError } from './callback-error.ts';

/** The server makes it at the first sign-in, and fills and syncs it at each later one. */
export async function loadProfile(): Promise<Profile> {
  try {
    return await callApi(apiPaths.profile, { parse: (answer) => ProfileSchema.parse(answer) });
  } catch (error) {
    // A session whose user is gone: deleted in the moment between.
    const isNobody = error instanceof ApiError && error.body.code === 'unauthenticated';
    throw new CallbackError(isNobody ? 'user_missing' : 'profile_failed', error);
  }
}

/** The server sends it once, however often it is asked. */
export function requestWelcome(who: { email: string; name: string }) {
  return callApi(apiPaths.welcome, { method: 'POST', body: who, parse: () => undefined });
}
