import { isSameOriginPath } from '#domain/same-origin-path.ts';
import { paths } from '#web/app/paths.ts';

const base = 'https://own.invalid';

/** Allows only our own paths: a link made by an attacker must not redirect a user to another site. */
export function safeRedirect(wanted: string | null | undefined, fallback: string = paths.dashboard): string {
  if (!wanted || !isSameOriginPath(wanted)) return fallback;
  const { pathname, search, hash } = new URL(wanted, base);
  return pathname + search + hash;
}

/** Adds the page to return to. Omits the dashboard, because it is the default. */
export function withRedirect(path: string, wanted: string): string {
  return wanted === paths.dashboard ? path : `${path}?redirect=${encodeURIComponent(wanted)}`;
}

/** The server refuses longer return addresses, and then sends no mail. */
const maxMailedCharacters = 2_000;

/** For a mailed link. Omits a return address that is too long. */
export function withMailedRedirect(path: string, wanted: string): string {
  const address = withRedirect(path, wanted);
  return address.length > maxMailedCharacters ? path : address;
}
