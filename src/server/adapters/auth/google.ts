import { genericOAuth } from 'better-auth/plugins';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../db/database.ts';
import { accounts, sessions, users } from '../db/schema/auth.ts';

const timeLimitMs = 3_000;
const largestBytes = 65_536;
const types = ['image/png', 'image/jpeg', 'image/webp'];

/** Where Google keeps the pictures of its accounts; no other address is asked for one, whatever a profile says. */
const googleHost = /(^|\.)googleusercontent\.com$/;

/** Undefined where there is more: a length that was not said is not believed to be small. */
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
 * Kept as a picture of ours: as an address it would have every page that shows it ask Google, which our pages never
 * do. Without an answer there is simply no picture.
 */
export async function fetchGooglePicture(address: unknown): Promise<string | undefined> {
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

/** Better Auth would leave the provider out for good after one failed look; asked first, it is tried at each sign-in. */
export async function checkGoogleDiscovery({ discoveryUrl }: GoogleSetting) {
  try {
    const answer = await fetch(discoveryUrl, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
    if (!answer.ok) throw new Error(`the discovery was answered with ${answer.status}`);
    DiscoverySchema.parse(await answer.json());
  } catch (error) {
    throw new AppError('google_unavailable', { cause: error });
  }
}

/**
 * Somebody may have signed up with an address that is not theirs and waits for its owner to come by Google: the owner
 * gets the account, and the password and sessions that were made without proof go.
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
        // An address that Google has not confirmed opens no account here.
        requireEmailVerification: true,
        mapProfileToUser: async ({ email, email_verified: verified, picture }) => {
          if (typeof email === 'string' && verified === true) await removeUnverifiedCredentials(db, email);
          // Said outright where there is none: left out, Google's own address would be kept.
          return { image: await fetchGooglePicture(picture) } as { image: string };
        },
      },
    ],
  });
}
