import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the server's HTML, true after hydration. Before hydration the browser itself would submit a form:
 * the page would reload, with the input in the address.
 */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
