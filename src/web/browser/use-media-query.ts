import { useCallback, useSyncExternalStore } from 'react';

/** Whether the browser matches the query. The server cannot know and renders `onServer`. */
export function useMediaQuery(query: string, { onServer = false } = {}) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => onServer,
  );
}
