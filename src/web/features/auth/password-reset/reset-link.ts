import { useCallback, useEffect, useState } from 'react';

/** The state of the mailed link: it brings a token, or an error if it is worthless. */
export type ResetLink = { status: 'usable'; token: string } | { status: 'missing' } | { status: 'over' };

export function readResetLink(search: string): ResetLink {
  const params = new URLSearchParams(search);
  if (params.has('error')) return { status: 'over' };
  const token = params.get('token') ?? '';
  return token === '' ? { status: 'missing' } : { status: 'usable', token };
}

/** The query without the parameters of the mailed link. The return address stays, for a reload. */
export function withoutResetLink(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['token', 'error']) params.delete(name);
  return params.size === 0 ? '' : `?${params}`;
}

/**
 * Undefined until hydration. The token leaves the address at once, or the history and copied links would contain
 * it.
 */
export function useResetLink() {
  const [link, setLink] = useState<ResetLink>();
  useEffect(() => {
    const found = readResetLink(window.location.search);
    // React runs effects twice in development, and then the address is already clean.
    setLink((known) => known ?? found);
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + withoutResetLink(search));
  }, []);
  const markOver = useCallback(() => setLink({ status: 'over' }), []);
  return { link, markOver };
}
