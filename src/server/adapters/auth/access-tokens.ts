import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Level } from '#contract/factors.ts';
import { levels } from '#contract/factors.ts';
import { AppError } from '../../app-error.ts';

export const accessTokenLifetime = '15m';
const keysKeptMs = 600_000;
/** A key that is not known yet may be new; who invents key names must not make us ask the database each time. */
const shortestReloadMs = 5_000;

const ClaimsSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  email: z.string(),
  aal: z.enum(levels),
  next_aal: z.enum(levels),
});

export type AccessTokenClaims = Readonly<{ userId: string; sessionId: string; email: string; level: Level }>;

type Options = { issuer: string; loadKeys: () => Promise<JSONWebKeySet>; now: () => Date };

export function openAccessTokens({ issuer, loadKeys, now }: Options) {
  let kept: { keys: JSONWebKeySet; loadedAtMs: number } | undefined;

  async function keysNewerThan(ageMs: number) {
    // A clock that was set back makes what was loaded look new for ever.
    if (kept === undefined || Math.abs(now().getTime() - kept.loadedAtMs) > ageMs)
      kept = { keys: await loadKeys(), loadedAtMs: now().getTime() };
    return kept.keys;
  }

  const verify = (token: string, keys: JSONWebKeySet) =>
    jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: issuer,
      algorithms: ['EdDSA'],
      requiredClaims: ['exp', 'sub', 'sid'],
      currentDate: now(),
    });

  async function verifyWithNewKeys(token: string) {
    try {
      return await verify(token, await keysNewerThan(keysKeptMs));
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return await verify(token, await keysNewerThan(shortestReloadMs));
    }
  }

  /** Refuses whatever is not a token of ours; a fault of the database stays one. */
  return async function readAccessToken(token: string): Promise<AccessTokenClaims> {
    try {
      const { payload } = await verifyWithNewKeys(token);
      const { sub, sid, email, aal } = ClaimsSchema.parse(payload);
      return { userId: sub, sessionId: sid, email, level: aal };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new AppError('access_token_expired');
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new AppError('unauthenticated');
      throw error;
    }
  };
}
