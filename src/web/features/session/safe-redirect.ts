import { paths } from '../../paths.ts';

const base = 'https://own.invalid';

/**
 * Only paths of our own: an address that a stranger put into a link must not take a person elsewhere. What is given
 * back is read again, because tidying up can make another host of it: "/..//host" becomes "//host".
 */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, base)) return paths.dashboard;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  const path = pathname + search + hash;
  return origin === base && !path.startsWith('//') ? path : paths.dashboard;
}
