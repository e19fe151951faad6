import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation a screen reader would go on from the link that is gone; it is told the new title instead. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const target =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (target === null) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
