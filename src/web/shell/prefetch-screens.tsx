import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { dashboardScreens } from './dashboard-sidebar.tsx';

const withoutIdleCallbacksMs = 200;

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work);
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, withoutIdleCallbacksMs);
  return () => clearTimeout(timer);
}

/**
 * Prefetches the code of every screen, because a click without a connection would otherwise open the browser's own
 * error page. It waits for the data of the open page and takes one screen at a time, so that the page is not slower.
 */
export function PrefetchScreens() {
  const [count, setCount] = useState(0);
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (isFetching || count === dashboardScreens.length) return;
    return whenIdle(() => setCount(count + 1));
  }, [isFetching, count]);
  return dashboardScreens.slice(0, count).map((page) => <PrefetchPageLinks key={page} page={page} />);
}
