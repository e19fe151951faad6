import { useSyncExternalStore } from 'react';

/** From here on the comparison has room beside the sidebar; below it, each plan is a card. */
const wide = '(min-width: 64rem)';

function subscribe(listener: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** One of the two is drawn, not both: what is hidden twice would be read, found and counted twice. */
export function useWide() {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
}
