import { z } from 'zod';
import { isSameOriginPath } from '#domain/same-origin-path.ts';

export const callbackPath = '/auth/callback';
const resetPath = '/redefinir-senha';

/**
 * Where the link of a mail ends. A stranger may ask for the mail, and the owner gets no second one meanwhile. A link
 * that ended on another page, or there with an `error` in its query, would be useless. Only the page that the person
 * came from stays in the query.
 */
function landingOn(path: string, wanted: string | undefined): string {
  // The contract lets only paths of ours through.
  const { pathname, searchParams } = new URL(wanted ?? path, 'http://own.invalid');
  const redirect = searchParams.get('redirect') ?? '';
  return pathname === path && isSameOriginPath(redirect)
    ? `${path}?redirect=${encodeURIComponent(redirect)}`
    : path;
}

export const callbackLanding = (callbackURL: string | undefined) => landingOn(callbackPath, callbackURL);
export const resetLanding = (redirectTo: string | undefined) => landingOn(resetPath, redirectTo);

const EmailChangeSchema = z.object({ email: z.string(), updateTo: z.string() });

/** What a link says that it changes. Read, not verified: Better Auth verifies it; here it can only be refused earlier. */
export function readEmailChangeToken(token: unknown): z.infer<typeof EmailChangeSchema> | undefined {
  if (typeof token !== 'string') return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return EmailChangeSchema.safeParse(payload).data;
  } catch {
    return undefined;
  }
}
