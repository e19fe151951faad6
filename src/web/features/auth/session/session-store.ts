import { setAccessTokenSource } from '#web/api/client.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { sessionApi } from './api.ts';
import { createSessionStore } from './create-session-store.ts';
import { createSessionClock } from './session-clock.ts';
import { createSessionEvents } from './session-events.ts';
import { openSessionPersistence } from './session-persistence.ts';
import { openTabChannel } from './tab-channel.ts';
import { createTabLock } from './tab-lock.ts';

const storage = () => localStorage;

/** SIGNED_IN, TOKEN_REFRESHED, SIGNED_OUT, USER_UPDATED and USER_DELETED, of this tab and the others. */
export const sessionEvents = createSessionEvents(
  openTabChannel({ name: storageKeys.sessionEvents, storage }),
);

export const sessionStore = createSessionStore({
  api: sessionApi,
  memory: openSessionPersistence({ local: storage, session: () => sessionStorage }),
  events: sessionEvents,
  // Looked up on use, because the server loads this module too.
  lock: (work) => createTabLock({ name: storageKeys.sessionLock, locks: navigator.locks, storage })(work),
  nowMs: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  // biome-ignore lint/suspicious/noConsole: the specification only wants a warning about an unconfirmed address
  warn: (text) => console.warn(text),
});

setAccessTokenSource({ current: sessionStore.accessToken, renew: sessionStore.renewToken });

const clock = createSessionClock({
  tick: () => void sessionStore.tick(),
  check: () => void sessionStore.check(),
  nowMs: () => Date.now(),
  isHidden: () => document.visibilityState === 'hidden',
});

function onOnline() {
  void sessionStore.tick();
  void sessionStore.retry();
}

function onPageShow({ persisted }: PageTransitionEvent) {
  if (!persisted) return;
  sessionStore.resync();
  void sessionStore.check();
}

/** Call once, in the root component. */
export function startSession() {
  const leaveTabs = sessionEvents.hearOtherTabs(sessionStore.hear);
  clock.start();
  document.addEventListener('visibilitychange', clock.updateVisibility);
  addEventListener('focus', clock.updateVisibility);
  addEventListener('online', onOnline);
  addEventListener('pageshow', onPageShow);
  return () => {
    leaveTabs();
    clock.stop();
    document.removeEventListener('visibilitychange', clock.updateVisibility);
    removeEventListener('focus', clock.updateVisibility);
    removeEventListener('online', onOnline);
    removeEventListener('pageshow', onPageShow);
  };
}
