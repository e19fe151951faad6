import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { dashboardScreens } from './dashboard-sidebar.tsx';

/**
 * Prefetches the code of every screen, because a click without a connection would otherwise open the browser's own
 * error page. It waits for the data of the open page, so that the page itself is not slower for it.
 */
export function PrefetchScreens() {
  const [isSettled, setSettled] = useState(false);
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    // In a task of its own: the page starts its queries in the effects of this same render.
    const timer = isFetching ? undefined : setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, [isFetching]);
  return isSettled && dashboardScreens.map((page) => <PrefetchPageLinks key={page} page={page} />);
}
