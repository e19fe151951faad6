import { useEffect, useSyncExternalStore } from 'react';
import type { SessionState } from './create-session-store.ts';
import { sessionStore, startSessionChecks } from './session-store.ts';

const stateOfWrittenPages: SessionState = { status: 'checking' };

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current, () => stateOfWrittenPages);
}

/** Once, at the root: asks the server, keeps asking every five minutes, and lifts the veil when it has answered. */
export function useSessionChecks() {
  useEffect(startSessionChecks, []);
  const { status } = useSession();
  useEffect(() => {
    if (status === 'signed_out' || status === 'unreachable') delete document.documentElement.dataset.session;
  }, [status]);
}
