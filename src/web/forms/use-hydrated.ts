import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the written page, true as soon as its scripts run. A form that is sent before that would be sent by the
 * browser itself: the page reloads and what was written stands in the address.
 */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
