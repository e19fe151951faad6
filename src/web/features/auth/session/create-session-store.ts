import { isRecord } from '#domain/is-record.ts';
import type { Account, FoundSession } from './account.ts';
import { isFresh, type KeptSession, readClaims, sessionFromToken } from './kept-session.ts';
import type { EndReason, SessionEvent } from './session-events.ts';
import { type SessionState, type SessionStoreOptions, withinRetryWindow } from './session-server.ts';

type Enough = (kept: KeptSession) => boolean;

function isSame(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(options: SessionStoreOptions) {
  const { server, memory, events, lock, nowMs, wait, warn } = options;
  let state: SessionState = { status: 'checking' };
  let session: { id: string; account: Account } | null = null;
  let checking: Promise<void> | undefined;
  let renewing: Promise<KeptSession | null> | undefined;
  /** Grows with every outcome that did not come from a question; the answer to an older question is then dropped. */
  let epoch = 0;
  let warned = false;
  const listeners = new Set<() => void>();

  function set(next: SessionState) {
    // The same again is no news: the whole page would be drawn anew at every check.
    if (isSame(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  const isLeaving = () => state.status === 'leaving';
  const isIn = () => state.status === 'signed_in' || state.status === 'second_factor';
  /** Who left on purpose is not brought back by a cookie that the server has not taken back yet. */
  const hasLeft = () => isLeaving() || (state.status === 'signed_out' && state.reason === 'left');

  /** Whatever is under way belongs to a session that is no longer the one of this browser. */
  function beginAnew() {
    epoch += 1;
    checking = undefined;
    renewing = undefined;
    session = null;
  }

  function end(reason: EndReason) {
    beginAnew();
    set({ status: 'signed_out', reason });
  }

  /** The server knows no session of this browser. */
  function over() {
    const sessionId = session?.id ?? memory.read()?.session_id;
    memory.drop();
    // A check of a page that is signed out already must not change why it is.
    const reasonBefore = state.status === 'signed_out' ? state.reason : 'absent';
    end(sessionId === undefined ? reasonBefore : 'ended');
    if (sessionId !== undefined) events.emit({ type: 'SIGNED_OUT', reason: 'ended', session_id: sessionId });
  }

  /** Forgets the person, tells the other tabs, and says whose session it was. */
  function leave(type: 'SIGNED_OUT' | 'USER_DELETED', owesSignOut: boolean) {
    const kept = memory.read();
    const sessionId = session?.id ?? kept?.session_id ?? null;
    // Giving up at the second factor proves too little to delete the unsent work of the account.
    const isHalfIn = state.status === 'second_factor';
    const accountId = isHalfIn ? '' : (session?.account.id ?? kept?.user.id ?? null);
    memory.clear({ accountId, owedSessionId: owesSignOut ? sessionId : null });
    beginAnew();
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
    if (before?.session_id !== next.session_id) events.emit({ type: 'SIGNED_IN', session: next });
    else if (before.access_token !== next.access_token)
      events.emit({ type: 'TOKEN_REFRESHED', session: next });
    else if (!isSame(before.user, next.user)) events.emit({ type: 'USER_UPDATED', session: next });
  }

  /** One at a time among all tabs; null when the session is over, or is another one by now. */
  async function fetchNewToken(isEnough: Enough, found: FoundSession | undefined) {
    const askedAt = epoch;
    const isOld = () => askedAt !== epoch;
    return lock(async () => {
      if (isOld()) return null;
      // Another tab may have been quicker while this one waited.
      const kept = memory.read();
      if (kept !== null && isEnough(kept)) {
        show(kept);
        return kept;
      }
      const token = await server.fetchToken();
      if (isOld()) return null;
      const userId = token === null ? null : readClaims(token).user_id;
      const known = [found?.account, session?.account, kept?.user].find((each) => each?.id === userId);
      const account = known ?? (token === null ? undefined : (await server.fetchSession())?.account);
      if (isOld()) return null;
      if (token === null || account === undefined || account.id !== userId) {
        over();
        return null;
      }
      const next = sessionFromToken(token, account, nowMs());
      adopt(next);
      return next;
    });
  }

  /** However many wait, the server is asked once. */
  function renewOnce(isEnough: Enough, found?: FoundSession) {
    if (renewing !== undefined) return renewing;
    const running = fetchNewToken(isEnough, found).finally(() => {
      if (renewing === running) renewing = undefined;
    });
    renewing = running;
    return running;
  }

  const patiently = (isEnough: Enough) => withinRetryWindow(() => renewOnce(isEnough), { wait, nowMs });

  async function renewAway(refused: string | undefined, isEnough: Enough) {
    const renewed = await patiently(isEnough);
    // Shared with somebody to whom the refused one looked good enough.
    return renewed !== null && renewed.access_token === refused ? patiently(isEnough) : renewed;
  }

  async function answerCheck(found: FoundSession | null) {
    if (found !== null && found.id === memory.owedSignOut()) {
      await server.signOut().then(memory.settleSignOut, () => {});
      return end('left');
    }
    memory.settleSignOut();
    if (found === null) return over();
    const kept = memory.read();
    const isEnough: Enough = (each) =>
      isFresh(each, nowMs()) && each.session_id === found.id && each.user.id === found.account.id;
    if (kept !== null && isEnough(kept)) adopt({ ...kept, user: found.account });
    else await renewOnce(isEnough, found);
  }

  async function ask() {
    const askedAt = epoch;
    try {
      const found = await server.fetchSession();
      if (askedAt === epoch) await answerCheck(found);
    } catch (error) {
      if (askedAt !== epoch) return;
      // Who left while the server was away stays out until it has heard of that.
      if (memory.owedSignOut() !== null) return end('left');
      // A later check that fails changes nothing for somebody who is in: the next request will tell.
      if (!isIn()) set({ status: 'unreachable' });
      throw error;
    }
  }

  function check() {
    if (checking !== undefined) return checking;
    const running = ask().finally(() => {
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

    /** Asks the server who is in. Several callers share one question; `current()` tells how it ended. */
    async check() {
      await check().catch(() => {});
    },
    retry() {
      if (state.status === 'unreachable') set({ status: 'checking' });
      return this.check();
    },

    /** After a sign-in that the server has accepted. Rejects when the new session cannot be had. */
    async signedIn(): Promise<SessionState> {
      memory.settleSignOut();
      beginAnew();
      await check();
      return state;
    },
    /** A new access token, whatever is left of the old one: after the session's level or its account has changed. */
    async refresh() {
      // One that is under way may have been asked for before the change.
      await renewing?.catch(() => {});
      await renewAway(memory.read()?.access_token, () => false);
    },
    /** What the account screen has saved, told to the sidebar of every tab. */
    userChanged(change: Partial<Pick<Account, 'name' | 'image' | 'email'>>) {
      const kept = memory.read();
      if (kept !== null) adopt({ ...kept, user: { ...kept.user, ...change } });
    },
    /** The browser's part of a sign-out, where the server has ended the session already. */
    signedOut() {
      leave('SIGNED_OUT', false);
      set({ status: 'signed_out', reason: 'left' });
    },
    accountDeleted() {
      leave('USER_DELETED', false);
      set({ status: 'signed_out', reason: 'left' });
    },
    /**
     * Never fails: this browser forgets the person at once, and where the server cannot be told, the next page that
     * reaches it does so before anybody is let in.
     */
    async signOut() {
      if (isLeaving()) return;
      leave('SIGNED_OUT', true);
      set({ status: 'leaving' });
      await server.signOut().then(memory.settleSignOut, () => {});
      if (isLeaving()) set({ status: 'signed_out', reason: 'left' });
    },

    accessToken: () => memory.read()?.access_token,
    /** Another token than the one that was refused; undefined when the session is over. */
    async renewToken(refused: string | undefined) {
      if (hasLeft() || memory.owedSignOut() !== null) return undefined;
      const isEnough: Enough = (each) => each.access_token !== refused && isFresh(each, nowMs());
      const kept = memory.read();
      const better = kept !== null && isEnough(kept) ? kept : await renewAway(refused, isEnough);
      return better?.access_token;
    },
    /** Every tick: renews the token in good time before it expires. */
    async tick() {
      const kept = memory.read();
      const isEnough: Enough = (each) => isFresh(each, nowMs());
      if (!isIn() || (kept !== null && isEnough(kept))) return;
      // Without an answer the next tick, or the next call, tries again.
      await patiently(isEnough).catch(() => {});
    },
    /** A page that comes back from the browser's memory still shows who was in when it went. */
    resync() {
      if (!isIn() || !memory.isCleared()) return;
      memory.drop();
      end('left');
    },

    /** What another tab says; of a session that is not this tab's any more, nothing is believed. */
    hear(event: SessionEvent) {
      const isOurs = (sessionId: string | null) => session === null || session.id === sessionId;
      switch (event.type) {
        case 'SIGNED_IN':
          beginAnew();
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
