import { createHmac, randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '#server/adapters/db/database.ts';
import { accounts, sessions, users } from '#server/adapters/db/schema/auth.ts';
import type { NewAccount } from './factories.ts';

const monthMs = 30 * 86_400_000;

/** Caches the hashes, because hashing takes 60 ms of CPU and most tests use the same password. */
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string) {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** Inserts a confirmed account with a password. Its first sign-in creates the profile. */
export async function insertUser({ db }: { db: Database }, account: NewAccount): Promise<string> {
  const { name, email, occupation } = account;
  const [user] = await db
    .insert(users)
    .values({ name, email, occupation, emailVerified: true })
    .returning({ id: users.id });
  if (user === undefined) throw new Error('the insert of a user returned no row');
  const password = await hashOf(account.password);
  await db
    .insert(accounts)
    .values({ userId: user.id, accountId: user.id, providerId: 'credential', password });
  return user.id;
}

type NewSession = { userId: string; secret: string; publicUrl: string };

/** Inserts a session and returns the cookie that Better Auth would set for it. */
export async function insertSession({ db }: { db: Database }, { userId, secret, publicUrl }: NewSession) {
  const token = randomBytes(24).toString('base64url');
  await db.insert(sessions).values({ userId, token, expiresAt: new Date(Date.now() + monthMs) });
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return { name: `${prefix}escriba.session_token`, value: encodeURIComponent(`${token}.${signature}`) };
}
