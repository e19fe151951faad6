import { useSyncExternalStore } from 'react';

/** From here on the table has room for all its columns beside the sidebar; below it, the list is cards. */
const wide = '(min-width: 80rem)';

function subscribe(listener: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** One of the two is drawn, not both: what is hidden twice would be read, found and counted twice. */
export function useWide() {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
}
