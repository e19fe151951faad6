import { isRecord } from '#domain/is-record.ts';
import type { Account, FoundSession } from './account.ts';
import type { SessionApi } from './api.ts';
import { isFresh, type KeptSession } from './kept-session.ts';
import type { EndReason, SessionEvent, SessionEvents } from './session-events.ts';
import type { SessionPersistence } from './session-persistence.ts';
import { createTokenRenewal, type IsEnough } from './token-renewal.ts';

export type SessionState =
  | { status: 'checking' }
  | { status: 'signed_in'; account: Account }
  /** Only the first factor is passed: the server returns no data before the second one. */
  | { status: 'second_factor'; account: Account }
  /** The browser has cleared the user's data, and the request to the server is running. */
  | { status: 'leaving' }
  | { status: 'signed_out'; reason: EndReason }
  /** The server did not answer the first check. That does not sign the user out: the page offers a retry. */
  | { status: 'unreachable' };

export type SessionStoreOptions = {
  api: SessionApi;
  memory: SessionPersistence;
  events: SessionEvents;
  /** Runs one tab at a time. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  warn: (text: string) => void;
};

function isSame(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

export function createSessionStore(options: SessionStoreOptions) {
  const { api, memory, events, nowMs, warn } = options;
  let state: SessionState = { status: 'checking' };
  let session: { id: string; account: Account } | null = null;
  let checking: Promise<void> | undefined;
  /** Incremented by every outcome that did not come from a request. Responses to older requests are then dropped. */
  let epoch = 0;
  let warned = false;
  const listeners = new Set<() => void>();

  function set(next: SessionState) {
    // Skip equal states: otherwise every check would render the whole page again.
    if (isSame(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  const isLeaving = () => state.status === 'leaving';
  const isIn = () => state.status === 'signed_in' || state.status === 'second_factor';
  /** After a deliberate sign-out a cookie that the server has not deleted yet must not sign the user in again. */
  const hasLeft = () => isLeaving() || (state.status === 'signed_out' && state.reason === 'left');

  /** Work in progress belongs to the previous session of this browser. */
  function startEpoch() {
    epoch += 1;
    checking = undefined;
    renewal.forget();
    session = null;
  }

  function end(reason: EndReason) {
    startEpoch();
    set({ status: 'signed_out', reason });
  }

  /** The server knows no session of this browser. */
  function over() {
    const sessionId = session?.id ?? memory.read()?.session_id;
    memory.rememberEnded();
    memory.drop();
    // A check on a signed-out page must keep the reason.
    const reasonBefore = state.status === 'signed_out' ? state.reason : 'absent';
    end(sessionId === undefined ? reasonBefore : 'ended');
    if (sessionId !== undefined) events.emit({ type: 'SIGNED_OUT', reason: 'ended', session_id: sessionId });
  }

  /** Clears the user's data and tells the other tabs whose session ended. */
  function leave(type: 'SIGNED_OUT' | 'USER_DELETED', isSignOutPending: boolean) {
    const stored = memory.read();
    const sessionId = session?.id ?? stored?.session_id ?? null;
    // A session without its second factor proves too little to delete the account's unsent work.
    const isHalfIn = state.status === 'second_factor';
    const accountId = isHalfIn ? '' : (session?.account.id ?? stored?.user.id ?? null);
    memory.clear({ accountId, pendingSessionId: isSignOutPending ? sessionId : null });
    startEpoch();
    events.emit({ type, reason: 'left', session_id: sessionId });
  }

  function show(kept: KeptSession) {
    const { user: account, session_id: id, level, next_level: nextLevel } = kept;
    session = { id, account };
    set({ status: level === nextLevel ? 'signed_in' : 'second_factor', account });
    if (account.email_confirmed || warned) return;
    warned = true;
    warn('the e-mail address of this session is not confirmed');
  }

  function adopt(next: KeptSession) {
    const before = memory.read();
    memory.write(next);
    show(next);
    // A session without its second factor proves too little to delete the unsent work of others.
    if (next.level === next.next_level) memory.deleteTextsOfOthers(next.user.id);
    if (before?.session_id !== next.session_id) events.emit({ type: 'SIGNED_IN', session: next });
    else if (before.access_token !== next.access_token)
      events.emit({ type: 'TOKEN_REFRESHED', session: next });
    else if (!isSame(before.user, next.user)) events.emit({ type: 'USER_UPDATED', session: next });
  }

  const renewal = createTokenRenewal(options, {
    epoch: () => epoch,
    account: () => session?.account,
    show,
    adopt,
    over,
  });

  async function answerCheck(found: FoundSession | null) {
    if (found !== null && found.id === memory.pendingSignOut()) {
      await api.signOut().then(memory.settleSignOut, () => {});
      return end('left');
    }
    memory.settleSignOut();
    if (found === null) return over();
    const stored = memory.read();
    const isEnough: IsEnough = (each) =>
      isFresh(each, nowMs()) && each.session_id === found.id && each.user.id === found.account.id;
    if (stored !== null && isEnough(stored)) adopt({ ...stored, user: found.account });
    else await renewal.once(isEnough, found);
  }

  async function load() {
    const requestedAt = epoch;
    try {
      const found = await api.fetchSession();
      if (requestedAt === epoch) await answerCheck(found);
    } catch (error) {
      if (requestedAt !== epoch) return;
      // After a sign-out while the server was unreachable, the user stays out until the server has confirmed it.
      if (memory.pendingSignOut() !== null) return end('left');
      // A failed later check keeps the user signed in; the next request decides.
      if (!isIn()) set({ status: 'unreachable' });
      throw error;
    }
  }

  function check() {
    if (checking !== undefined) return checking;
    const running = load().finally(() => {
      if (checking === running) checking = undefined;
    });
    checking = running;
    return running;
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Loads the session from the server. Concurrent callers share one request; `current()` has the result. */
    async check() {
      await check().catch(() => {});
    },
    retry() {
      if (state.status === 'unreachable') set({ status: 'checking' });
      return this.check();
    },

    /** Call after the server has accepted a sign-in. Rejects if the new session cannot be loaded. */
    async signedIn(): Promise<SessionState> {
      memory.settleSignOut();
      startEpoch();
      await check();
      return state;
    },
    /** Gets a new access token in any case, because the session's level or its account has changed. */
    async refresh() {
      // A running renewal may have started before the change.
      await renewal.settled();
      await renewal.replaceRefused(memory.read()?.access_token, () => false);
    },
    /** Updates the sidebar of every tab after the account screen has saved. */
    userChanged(change: Partial<Pick<Account, 'name' | 'image' | 'email'>>) {
      const stored = memory.read();
      if (stored !== null) adopt({ ...stored, user: { ...stored.user, ...change } });
    },
    /** The browser's part of a sign-out, after the server has ended the session. */
    signedOut() {
      leave('SIGNED_OUT', false);
      set({ status: 'signed_out', reason: 'left' });
    },
    accountDeleted() {
      leave('USER_DELETED', false);
      set({ status: 'signed_out', reason: 'left' });
    },
    /**
     * Never fails: this browser clears the user's data at once. If the server is unreachable, the next page that
     * reaches it ends the session before anything else.
     */
    async signOut() {
      if (isLeaving()) return;
      leave('SIGNED_OUT', true);
      set({ status: 'leaving' });
      await api.signOut().then(memory.settleSignOut, () => {});
      if (isLeaving()) set({ status: 'signed_out', reason: 'left' });
    },

    /** Whether another account's session ended here, so that a kept address belongs to that account. */
    isAfterAnother: (account: Account) => ![null, account.id].includes(memory.endedAccount()),
    accessToken: () => memory.read()?.access_token,
    /** Returns another token than the refused one, or undefined if the session has ended. */
    async renewToken(refused: string | undefined) {
      if (hasLeft() || memory.pendingSignOut() !== null) return undefined;
      const isEnough: IsEnough = (each) => each.access_token !== refused && isFresh(each, nowMs());
      const stored = memory.read();
      const better =
        stored !== null && isEnough(stored) ? stored : await renewal.replaceRefused(refused, isEnough);
      return better?.access_token;
    },
    /** Renews the token well before it expires. */
    async tick() {
      const stored = memory.read();
      const isEnough: IsEnough = (each) => isFresh(each, nowMs());
      if (!isIn() || (stored !== null && isEnough(stored))) return;
      // After a failure the next tick or the next call retries.
      await renewal.withRetry(isEnough).catch(() => {});
    },
    /** A page restored from the back/forward cache still shows the account of that time. */
    resync() {
      if (!isIn() || !memory.isCleared()) return;
      memory.drop();
      end('left');
    },

    /** Handles an event of another tab, and ignores events of another session. */
    hear(event: SessionEvent) {
      const isOurs = (sessionId: string | null) => session === null || session.id === sessionId;
      switch (event.type) {
        case 'SIGNED_IN':
          startEpoch();
          memory.remember(event.session);
          return show(event.session);
        case 'TOKEN_REFRESHED':
        case 'USER_UPDATED':
          if (session?.id !== event.session.session_id) return;
          memory.remember(event.session);
          return show(event.session);
        case 'SIGNED_OUT':
        case 'USER_DELETED':
          memory.dropIfOf(event.session_id);
          if (!isOurs(event.session_id) || isLeaving()) return;
          if (event.reason === 'left') memory.clearThisTab();
          return end(event.reason);
      }
    },
  };
}
