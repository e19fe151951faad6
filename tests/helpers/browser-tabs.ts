import type { Account, FoundSession } from '#web/features/auth/session/account.ts';
import { createSessionStore } from '#web/features/auth/session/create-session-store.ts';
import { createSessionEvents, type SessionEvent } from '#web/features/auth/session/session-events.ts';
import { openSessionPersistence } from '#web/features/auth/session/session-persistence.ts';
import { unsignedAccessToken } from './unsigned-access-token.ts';

export const ana: Account = {
  id: 'u1',
  name: 'Ana',
  email: 'ana@example.com',
  image: null,
  email_confirmed: true,
  created_at: '2026-01-01T00:00:00.000Z',
  last_sign_in_at: '2026-01-02T00:00:00.000Z',
};

/** Implements the subset of a browser's storage that the session code uses. */
export function fakeStorage(items = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
  return storage as Storage;
}

/** Simulates the server's session and access tokens for one cookie. Tests can delay its answers or make them fail. */
export function fakeSessionServer(session: FoundSession | null) {
  const server = {
    session,
    levels: { aal: 'aal1', next_aal: 'aal1' },
    /** The server's clock is ahead of this computer's by so much. */
    aheadMs: 0,
    fault: undefined as Error | undefined,
    requestCounts: { session: 0, token: 0, signOut: 0 },
    delayedUntil: undefined as Promise<void> | undefined,
  };
  let issued = 0;
  async function answer<T>(kind: keyof typeof server.requestCounts, give: () => T): Promise<T> {
    server.requestCounts[kind] += 1;
    const { fault } = server;
    await server.delayedUntil;
    if (fault !== undefined) throw fault;
    return give();
  }
  const calls = {
    fetchSession: () => answer('session', () => server.session),
    fetchToken: () =>
      answer('token', () => {
        if (server.session === null) return null;
        const { id, account } = server.session;
        const nowMs = Date.now() + server.aheadMs;
        issued += 1;
        const claims = { sub: account.id, sid: id, ...server.levels, jti: `${issued}` };
        return unsignedAccessToken(claims, nowMs);
      }),
    signOut: () =>
      answer('signOut', () => {
        server.session = null;
      }),
  };
  return Object.assign(server, { calls });
}

/** Simulates several tabs of one browser, which share one storage, one lock and one channel. */
export function fakeBrowser(server: ReturnType<typeof fakeSessionServer>) {
  const local = fakeStorage();
  const tabs = new Set<{ hear: (message: unknown) => void }>();
  let queue: Promise<unknown> = Promise.resolve();

  function openTab() {
    const tab = { hear: (_message: unknown) => {} };
    tabs.add(tab);
    const own = fakeStorage();
    const heard: SessionEvent[] = [];
    const warnings: string[] = [];
    const events = createSessionEvents({
      send(message) {
        for (const each of tabs) if (each !== tab) each.hear(structuredClone(message));
      },
      listen(listener) {
        tab.hear = listener;
        return () => void tabs.delete(tab);
      },
    });
    events.on((event) => heard.push(event));
    const store = createSessionStore({
      api: server.calls,
      memory: openSessionPersistence({ local: () => local, session: () => own }),
      events,
      lock(work) {
        const result = queue.then(work);
        queue = result.catch(() => {});
        return result;
      },
      nowMs: () => Date.now(),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      warn: (text) => warnings.push(text),
    });
    events.hearOtherTabs(store.hear);
    return { store, own, warnings, heard: () => heard.splice(0).map(({ type }) => type) };
  }
  return { local, openTab };
}
