import { useLocation } from 'react-router';

/** The address that was typed on the page before, so that nobody types it twice. */
export function useTypedEmail(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined;
  return typeof state.email === 'string' && state.email !== '' ? state.email : undefined;
}
