import { useEffect, useSyncExternalStore } from 'react';
import type { SessionState } from './session-server.ts';
import { sessionStore, startSession } from './session-store.ts';

const prerenderedState: SessionState = { status: 'checking' };

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current, () => prerenderedState);
}

/** Call once, at the root: starts the session checks and removes the veil from public pages for visitors. */
export function useSessionChecks() {
  useEffect(startSession, []);
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'checking' && status !== 'signed_in') delete document.documentElement.dataset.session;
  }, [status]);
}
