import { z } from 'zod';
import { isSameOriginPath } from '#domain/same-origin-path.ts';

export const callbackPath = '/auth/callback';
export const resetPath = '/redefinir-senha';

/**
 * The final page of a mail's link. An attacker can request the mail, and the limit then delays the owner's own
 * request. An attacker's link to another page, or with an `error` in its query, would be useless to the owner. So
 * only `redirect` stays in the query, encoded: a header with other letters than Latin ones would fail.
 */
function landingOn(path: string, wanted: string): string {
  const { pathname, searchParams } = new URL(wanted, 'http://own.invalid');
  const redirect = searchParams.get('redirect') ?? '';
  return pathname === path && isSameOriginPath(redirect)
    ? `${path}?redirect=${encodeURIComponent(redirect)}`
    : path;
}

/** Refuses an address of another site. Reduces any other one to the landing and its `redirect`. */
const landing = (path: string) =>
  z
    .string()
    .max(2_000)
    .refine(isSameOriginPath, { error: 'Endereço de retorno inválido.' })
    .default(path)
    .transform((wanted) => landingOn(path, wanted));

export const callbackLanding = landing(callbackPath);
export const resetLanding = landing(resetPath);
