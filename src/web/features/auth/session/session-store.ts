import { setAccessTokenSource } from '../../../api/client.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { createSessionStore } from './create-session-store.ts';
import { sessionApi } from './session-api.ts';
import { createSessionClock } from './session-clock.ts';
import { createSessionEvents, type TabChannel } from './session-events.ts';
import { openSessionPersistence } from './session-persistence.ts';
import { createTabLock } from './tab-lock.ts';

const storage = () => localStorage;

/** The first listener opens it, because an open channel would keep the server process alive. */
function openTabChannel(name: string): TabChannel {
  let channel: BroadcastChannel | undefined;
  return {
    send: (message) => channel?.postMessage(message),
    listen(listener) {
      const opened = new BroadcastChannel(name);
      opened.onmessage = ({ data }) => listener(data);
      channel = opened;
      return () => {
        opened.close();
        channel = undefined;
      };
    },
  };
}

/** SIGNED_IN, TOKEN_REFRESHED, SIGNED_OUT, USER_UPDATED and USER_DELETED, of this tab and the others. */
export const sessionEvents = createSessionEvents(openTabChannel(storageKeys.sessionEvents));

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
