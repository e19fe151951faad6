import { useCallback, useEffect, useState } from 'react';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

/** What stands behind the address of the page: the mail's link brings a token, or the word that it is worthless. */
export type ResetLink = { status: 'usable'; token: string } | { status: 'missing' } | { status: 'over' };

export function readResetLink(search: string): ResetLink {
  const params = new URLSearchParams(search);
  if (params.has('error')) return { status: 'over' };
  const token = params.get('token') ?? '';
  return token === '' ? { status: 'missing' } : { status: 'usable', token };
}

/** The query without what the mail's link brought. The page to return to stays, for a reload. */
export function withoutResetLink(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['token', 'error']) params.delete(name);
  return params.size === 0 ? '' : `?${params}`;
}

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

export function resetPassword(request: { token: string; newPassword: string }) {
  return callApi(apiPaths.passwordReset, {
    method: 'POST',
    auth: 'none',
    body: request,
    parse: () => undefined,
  });
}
