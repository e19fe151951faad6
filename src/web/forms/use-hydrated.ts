import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the server's HTML, true after hydration. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
