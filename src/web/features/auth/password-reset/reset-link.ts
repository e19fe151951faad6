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
