import { useSyncExternalStore } from 'react';
import { sessionHint } from './session-hint.ts';
import { sessionStore } from './session-store.ts';

const hasAccount = () => sessionStore.current().status === 'signed_in' || sessionHint.exists();

/** Whether to offer the dashboard instead of a sign-in. Only a choice of words: the guards always ask the server. */
export function useHasAccount() {
  return useSyncExternalStore(sessionStore.subscribe, hasAccount, () => false);
}
