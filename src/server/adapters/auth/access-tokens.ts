import { createHash } from 'node:crypto';
import type { Jwk, JwtOptions } from 'better-auth/plugins';
import { eq } from 'drizzle-orm';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import { type AssuranceLevel, assuranceLevels } from '#contract/factors.ts';
import { minuteMs } from '#domain/format/durations.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { signingKeys } from '#server/adapters/db/schema/auth.ts';
import { AppError } from '#server/errors/app-error.ts';

export const accessTokenLifetime = '15m';
const keysKeptMs = 10 * minuteMs;
/** An unknown key id may be a new key. Clients can invent key ids, so reload from the database at most this often. */
const minReloadMs = 5_000;
/** Verifying a signature takes 0.1 ms of CPU, and a client sends the same token with every call for 15 minutes. */
const maxVerified = 2_000;

const ClaimsSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  email: z.string(),
  aal: z.enum(assuranceLevels),
  next_aal: z.enum(assuranceLevels),
  exp: z.number(),
});

export type AccessTokenClaims = Readonly<{
  userId: string;
  sessionId: string;
  email: string;
  level: AssuranceLevel;
}>;

type Options = { issuer: string; loadKeys: () => Promise<JSONWebKeySet>; now: () => Date };
type Verified = { claims: AccessTokenClaims; expiresAtSeconds: number };
type KeptKeys = {
  find: ReturnType<typeof createLocalJWKSet>;
  loadedAtMs: number;
  /** Tokens verified with these keys. The process drops both together, so that withdrawing a key revokes its tokens. */
  verified: Map<string, Verified>;
};

export function openAccessTokens({ issuer, loadKeys, now }: Options) {
  let kept: KeptKeys | undefined;

  async function keysNewerThan(ageMs: number): Promise<KeptKeys> {
    // If the clock was set back, `loadedAtMs` lies in the future and the keys would never expire.
    if (kept === undefined || Math.abs(now().getTime() - kept.loadedAtMs) > ageMs)
      kept = {
        find: createLocalJWKSet(await loadKeys()),
        loadedAtMs: now().getTime(),
        verified: new Map(),
      };
    return kept;
  }

  async function verify(token: string, { find, verified }: KeptKeys): Promise<AccessTokenClaims> {
    const { payload } = await jwtVerify(token, find, {
      issuer,
      audience: issuer,
      algorithms: ['EdDSA'],
      requiredClaims: ['exp', 'sub', 'sid'],
      currentDate: now(),
    });
    const { sub, sid, email, aal, exp } = ClaimsSchema.parse(payload);
    const claims = { userId: sub, sessionId: sid, email, level: aal };
    const [oldest] = verified.keys();
    if (verified.size >= maxVerified && oldest !== undefined) verified.delete(oldest);
    verified.set(token, { claims, expiresAtSeconds: exp });
    return claims;
  }

  async function verifyWithNewKeys(token: string) {
    const keys = await keysNewerThan(keysKeptMs);
    const known = keys.verified.get(token);
    if (known !== undefined && known.expiresAtSeconds > Math.floor(now().getTime() / 1_000))
      return known.claims;
    try {
      return await verify(token, keys);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return await verify(token, await keysNewerThan(minReloadMs));
    }
  }

  /** Throws `unauthenticated` unless the token is ours. Database errors pass through unchanged. */
  return async function readAccessToken(token: string): Promise<AccessTokenClaims> {
    try {
      return await verifyWithNewKeys(token);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new AppError('access_token_expired');
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new AppError('unauthenticated');
      throw error;
    }
  };
}

const dayS = 86_400;
/** A new key signs after this time. The old one stays published for the grace period, far longer than its tokens. */
const keyLifetimeS = 30 * dayS;
const graceS = dayS;

/** Identifies a secret without revealing it. */
const nameOf = (secret: string) =>
  createHash('sha256').update(`signing-keys:${secret}`).digest('hex').slice(0, 16);

type SigningKeyOptions = { db: Database; secret: string; keyLifetimeSeconds?: number | undefined };

/**
 * Skips keys sealed with another secret. Better Auth would read them, so after a change of SESSION_SECRET every
 * sign-in would fail on a key that it cannot decrypt.
 */
export function signingKeyStore({ db, secret, keyLifetimeSeconds = keyLifetimeS }: SigningKeyOptions) {
  const sealedBy = nameOf(secret);
  return {
    jwks: { rotationInterval: keyLifetimeSeconds, gracePeriod: graceS },
    adapter: {
      getJwks: async () => {
        const rows = await db.select().from(signingKeys).where(eq(signingKeys.sealedBy, sealedBy));
        return rows.map(asJwk);
      },
      createJwk: async ({ publicKey, privateKey, alg, crv, createdAt, expiresAt }) => {
        const [row] = await db
          .insert(signingKeys)
          .values({ publicKey, privateKey, alg, crv, createdAt, expiresAt, sealedBy })
          .returning();
        if (row === undefined) throw new Error('the insert of a signing key returned no row');
        return asJwk(row);
      },
    },
  } satisfies Pick<JwtOptions, 'jwks' | 'adapter'>;
}

/** The columns hold the values from Better Auth, and null where it passed none. */
function asJwk({
  id,
  publicKey,
  privateKey,
  createdAt,
  expiresAt,
  alg,
  crv,
}: typeof signingKeys.$inferSelect) {
  const jwk = { id, publicKey, privateKey, createdAt, expiresAt: expiresAt ?? undefined };
  return { ...jwk, alg: alg ?? undefined, crv: crv ?? undefined } as Jwk;
}
