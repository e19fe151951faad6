import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { accounts } from '#server/adapters/db/schema/auth.ts';

type Hashing = {
  hash: (password: string) => Promise<string>;
  verify: (given: { hash: string; password: string }) => Promise<boolean>;
};

export type Passwords = ReturnType<typeof openPasswords>;

const ofUser = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'));

/** Reads and writes account passwords, hashed as Better Auth does it. */
export function openPasswords(db: Database, hashing: () => Promise<Hashing>) {
  async function storedHash(userId: string): Promise<string | undefined> {
    const [row] = await db.select({ password: accounts.password }).from(accounts).where(ofUser(userId));
    return row?.password ?? undefined;
  }
  return {
    has: async (userId: string) => (await storedHash(userId)) !== undefined,
    async matches(userId: string, password: string) {
      const hash = await storedHash(userId);
      return hash !== undefined && (await hashing()).verify({ hash, password });
    },
    /** Runs in the given transaction, if the change is part of a larger one. */
    async set(userId: string, password: string, { tx: around }: { tx?: Transaction } = {}) {
      const hash = await (await hashing()).hash(password);
      await (around ?? db).transaction(async (tx) => {
        const changed = await tx
          .update(accounts)
          .set({ password: hash, updatedAt: new Date() })
          .where(ofUser(userId))
          .returning({ id: accounts.id });
        if (changed.length > 0) return;
        await tx
          .insert(accounts)
          .values({ userId, accountId: userId, providerId: 'credential', password: hash });
      });
    },
  };
}
