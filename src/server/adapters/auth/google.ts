import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/adapters/db/database.ts';
import { accounts, sessions, users } from '#server/adapters/db/schema/auth.ts';
import type { Config } from '#server/config/config.ts';
import { AppError } from '#server/errors/app-error.ts';

const timeLimitMs = 3_000;
const largestBytes = 65_536;
const types = ['image/png', 'image/jpeg', 'image/webp'];

/** The only host that we fetch profile pictures from, whatever address a profile contains. */
const googleHost = /(^|\.)googleusercontent\.com$/;

/** Returns undefined above the limit. Counts the bytes, because Content-Length may be missing. */
async function readUpTo(answer: Response, most: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Stores the picture itself. With its address, every page that shows it would send a request to Google, which our
 * pages never do. If Google does not answer, the profile has no picture.
 */
async function fetchGooglePicture(address: unknown): Promise<string | undefined> {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' || !googleHost.test(hostname)) return undefined;
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) });
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const length = Number(answer.headers.get('content-length') ?? 0);
    if (!answer.ok || !types.includes(type) || length > largestBytes) return undefined;
    const bytes = await readUpTo(answer, largestBytes);
    return bytes === undefined ? undefined : `data:${type};base64,${bytes.toString('base64')}`;
  } catch {
    return undefined;
  }
}

const discoveryTimeoutMs = 5_000;
const DiscoverySchema = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

export type GoogleSetting = NonNullable<Config['google']>;

/** Better Auth drops the provider for good after one failed discovery, so check it first and retry at each sign-in. */
export async function checkGoogleDiscovery({ discoveryUrl }: GoogleSetting) {
  try {
    const answer = await fetch(discoveryUrl, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
    if (!answer.ok) throw new Error(`Google's discovery document returned status ${answer.status}`);
    DiscoverySchema.parse(await answer.json());
  } catch (error) {
    throw new AppError('google_unavailable', { cause: error });
  }
}

/**
 * An attacker may sign up with a victim's address and wait for the victim to come through Google. So the owner
 * gets the account, and the unproven password and sessions are deleted.
 */
async function removeUnverifiedCredentials(db: Database, email: string) {
  await db.transaction(async (tx) => {
    const unproven = await tx
      .update(users)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, false)))
      .returning({ id: users.id });
    const ids = unproven.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.delete(accounts).where(inArray(accounts.userId, ids));
    await tx.delete(sessions).where(inArray(sessions.userId, ids));
  });
}

export function googlePlugin({ clientId, clientSecret, discoveryUrl }: GoogleSetting, db: Database) {
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        name: 'Google',
        clientId,
        clientSecret,
        discoveryUrl,
        scopes: ['email', 'profile'],
        pkce: true,
        accessType: 'offline',
        prompt: 'consent',
        requireIdTokenVerification: true,
        // Refuses an address that Google has not verified.
        requireEmailVerification: true,
        mapProfileToUser: async ({ email, email_verified: verified, picture }) => {
          if (typeof email === 'string' && verified === true) await removeUnverifiedCredentials(db, email);
          // Explicit, because Better Auth would store Google's picture address if `image` were missing.
          return { image: await fetchGooglePicture(picture) } as { image: string };
        },
      },
    ],
  });
}
