import { useSyncExternalStore } from 'react';

/** At this width the comparison fits beside the sidebar. Below it, each plan is a card. */
const wide = '(min-width: 64rem)';

function subscribe(listener: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Only one of the two views is rendered, because screen readers and page search would find a hidden one too. */
export function useWide() {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
}
