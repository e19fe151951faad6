import { OpenedLinkSchema, type OpenLink } from '#contract/mailed-links.ts';
import { ProfileSchema } from '#contract/profile.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

/** The server creates the profile at the first sign-in and syncs it at each later one. */
export const fetchProfile = () => callApi(apiPaths.profile, { parse: ProfileSchema.parse });

/** Idempotent: the server sends the welcome mail once. */
export const requestWelcome = (body: { email: string; name: string }) =>
  callApi(apiPaths.welcome, { method: 'POST', body });

/** The answer's cookie opens the session. */
export const openMailedLink = (body: OpenLink) =>
  callApi(apiPaths.openLink, { method: 'POST', auth: 'cookie', body, parse: OpenedLinkSchema.parse });
