import { useCallback, useEffect, useState } from 'react';
import { type ResetLink, readResetLink, withoutResetLink } from './reset-link.ts';

/** Undefined until the page is alive. The token leaves the address at once: it would stay in the history, and in copies. */
export function useResetLink() {
  const [link, setLink] = useState<ResetLink>();
  useEffect(() => {
    const found = readResetLink(window.location.search);
    // Development runs effects twice; the second time the address is empty already.
    setLink((known) => known ?? found);
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + withoutResetLink(search));
  }, []);
  const markOver = useCallback(() => setLink({ status: 'over' }), []);
  return { link, markOver };
}
