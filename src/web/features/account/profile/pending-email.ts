import { storageKeys } from '../../../browser/storage-keys.ts';

/** Each of the two links works for an hour. */
const pendingForMs = 2 * 60 * 60 * 1_000;

type PendingEmail = { accountId: string; email: string; askedAt: number };

function isPending(value: unknown): value is PendingEmail {
  if (typeof value !== 'object' || value === null) return false;
  const { accountId, email, askedAt } = value as Record<string, unknown>;
  return typeof accountId === 'string' && typeof email === 'string' && typeof askedAt === 'number';
}

/**
 * The address that a change was asked for. The server does not tell it before it is confirmed, and whoever comes back
 * from the mail must be told which link is next.
 */
export const pendingEmail = {
  read(accountId: string, nowMs = Date.now()): string | undefined {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(storageKeys.pendingEmail) ?? 'null');
      const holds = isPending(kept) && kept.accountId === accountId && nowMs - kept.askedAt < pendingForMs;
      return holds ? kept.email : undefined;
    } catch {
      return undefined;
    }
  },
  keep(accountId: string, email: string) {
    try {
      localStorage.setItem(
        storageKeys.pendingEmail,
        JSON.stringify({ accountId, email, askedAt: Date.now() } satisfies PendingEmail),
      );
    } catch {
      // Without storage the mails still say what to do.
    }
  },
  forget() {
    try {
      localStorage.removeItem(storageKeys.pendingEmail);
    } catch {
      // Nothing was kept.
    }
  },
};
