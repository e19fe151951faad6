import { z } from 'zod';
import { isSameOriginPath } from '#domain/same-origin-path.ts';

export const callbackPath = '/auth/callback';
const resetPath = '/redefinir-senha';

/**
 * The final page of a mail's link. An attacker can request the mail, and the limit then delays the owner's own
 * request. An attacker's link to another page, or with an `error` in its query, would be useless to the owner. So
 * only `redirect` stays in the query.
 */
function landingOn(path: string, wanted: string | undefined): string {
  // The contract accepts only paths of this site.
  const { pathname, searchParams } = new URL(wanted ?? path, 'http://own.invalid');
  const redirect = searchParams.get('redirect') ?? '';
  return pathname === path && isSameOriginPath(redirect)
    ? `${path}?redirect=${encodeURIComponent(redirect)}`
    : path;
}

export const callbackLanding = (callbackURL: string | undefined) => landingOn(callbackPath, callbackURL);
export const resetLanding = (redirectTo: string | undefined) => landingOn(resetPath, redirectTo);

const EmailChangeSchema = z.object({ email: z.string(), updateTo: z.string() });

/** Decodes a link's token unverified. Better Auth verifies it later, so callers may use it only to refuse a link. */
export function readEmailChangeToken(token: unknown): z.infer<typeof EmailChangeSchema> | undefined {
  if (typeof token !== 'string') return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return EmailChangeSchema.safeParse(payload).data;
  } catch {
    return undefined;
  }
}
