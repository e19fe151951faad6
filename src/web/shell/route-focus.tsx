import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusContent } from '../browser/focus-content.ts';

/** After a navigation a screen reader would go on from the link that is gone; it is told the new title instead. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusContent();
  }, [pathname]);

  return null;
}
