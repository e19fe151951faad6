import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusContent } from '#web/browser/focus-content.ts';

export const contentId = 'conteudo';

export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-ink px-4 py-3 text-sm font-medium text-paper focus:translate-y-0 print:hidden"
    >
      Pular para o conteúdo
    </a>
  );
}

/** After a navigation the focused link is gone, so the focus moves to the new title for screen readers. */
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
