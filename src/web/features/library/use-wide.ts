import { useSyncExternalStore } from 'react';

/** Above this width all table columns fit beside the sidebar; below it the list shows cards. */
const wide = '(min-width: 80rem)';

function subscribe(listener: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Render only one of the two layouts: hiding one with CSS would duplicate its rows for screen readers and tests. */
export function useWide() {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
}
