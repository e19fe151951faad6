import { paths } from '../../../app/paths.ts';

const base = 'https://own.invalid';
/** One slash first, and no sign that browsers drop on the way: "/\t/host" would become "//host". */
const ownPath = /^\/(?![/\\])\P{Cc}*$/u;

/**
 * Only paths of our own: an address that a stranger put into a link must not take a person elsewhere. What is given
 * back is read again, because tidying up can make another host of it: "/..//host" becomes "//host".
 */
export function safeRedirect(wanted: string | null | undefined, fallback: string = paths.dashboard): string {
  if (!wanted || !ownPath.test(wanted) || !URL.canParse(wanted, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(wanted, base);
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : fallback;
}

/** Takes along where somebody wanted to go; the dashboard is where a sign-in leads anyway. */
export function withRedirect(path: string, wanted: string): string {
  return wanted === paths.dashboard ? path : `${path}?redirect=${encodeURIComponent(wanted)}`;
}

/** The server refuses a longer return address, and with it the mail that was asked for. */
const maxMailedCharacters = 2_000;

/** For the link of a mail. A place whose address is too long is left out. */
export function withMailedRedirect(path: string, wanted: string): string {
  const address = withRedirect(path, wanted);
  return address.length > maxMailedCharacters ? path : address;
}
