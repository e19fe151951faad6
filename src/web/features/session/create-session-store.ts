import type { Account } from './account.ts';

export type SessionState =
  | { status: 'checking' }
  | { status: 'signed_in'; account: Account }
  | { status: 'signed_out' }
  /** The server could not be asked. Nobody is thrown out for that; the page says so and offers a retry. */
  | { status: 'unreachable' };

type SessionStoreOptions = {
  fetchAccount: () => Promise<Account | null>;
  hint: { keep: (accountId: string) => void; forget: () => void };
};

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore({ fetchAccount, hint }: SessionStoreOptions) {
  let state: SessionState = { status: 'checking' };
  let running: Promise<void> | undefined;
  /** Grows with every outcome that did not come from a check; an answer to an older question is then dropped. */
  let epoch = 0;
  const listeners = new Set<() => void>();

  function set(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function signedOut() {
    epoch += 1;
    hint.forget();
    set({ status: 'signed_out' });
  }

  async function ask() {
    const askedAt = epoch;
    try {
      const account = await fetchAccount();
      if (askedAt !== epoch) return;
      if (account === null) {
        hint.forget();
        set({ status: 'signed_out' });
        return;
      }
      hint.keep(account.id);
      set({ status: 'signed_in', account });
    } catch {
      // A later check that fails changes nothing for somebody who is in: the next request will tell.
      if (askedAt === epoch && state.status !== 'signed_in') set({ status: 'unreachable' });
    }
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Several callers share one question. */
    check() {
      running ??= ask().finally(() => {
        running = undefined;
      });
      return running;
    },
    retry() {
      if (state.status === 'unreachable') set({ status: 'checking' });
      return this.check();
    },
    signedOut,
  };
}
