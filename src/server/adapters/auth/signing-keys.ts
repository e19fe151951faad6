import { createHash } from 'node:crypto';
import type { Jwk, JwtOptions } from 'better-auth/plugins';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { signingKeys } from '../db/schema/auth.ts';

const dayS = 86_400;
/** A new key signs after this; the old one stays published for the grace, far longer than any token it signed. */
const keyLifetimeS = 30 * dayS;
const graceS = dayS;

/** Names a secret without telling it. */
const nameOf = (secret: string) =>
  createHash('sha256').update(`signing-keys:${secret}`).digest('hex').slice(0, 16);

type Options = { db: Database; secret: string; keyLifetimeSeconds?: number | undefined };

/**
 * Keys that another secret sealed are as good as gone: with Better Auth's own reading, a new SESSION_SECRET would leave
 * every sign-in failing on a key that nobody can open.
 */
export function keptSigningKeys({ db, secret, keyLifetimeSeconds = keyLifetimeS }: Options) {
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
        if (row === undefined) throw new Error('keeping a signing key returned no row');
        return asJwk(row);
      },
    },
  } satisfies Pick<JwtOptions, 'jwks' | 'adapter'>;
}

/** The columns hold what Better Auth gave us, and null where it gave nothing. */
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
