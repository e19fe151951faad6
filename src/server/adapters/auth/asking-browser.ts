import type { MailedLinkKind } from '#contract/mailed-links.ts';
import { accountLinkMinutes } from '#domain/link-lifetimes.ts';
import { type AccountCookieOptions, openAccountCookie } from './account-cookie.ts';
import { setCookieHeader } from './set-cookie.ts';

type MailedLink = { kind: MailedLinkKind; email: string };

/**
 * This cookie lists the mailed links that this browser asked for. There a link opens without a press. A mail scanner
 * has no such cookie, even if it runs scripts, so it can only see the button.
 */
export function openAskingBrowser(options: Pick<AccountCookieOptions, 'sealing' | 'secure'>) {
  const lifetimeS = accountLinkMinutes * 60;
  const cookie = openAccountCookie({ ...options, name: 'asked', purpose: 'asked-for-link', lifetimeS });
  const entryOf = ({ kind, email }: MailedLink) => `${kind}:${email}`;
  return {
    hasAsked: (cookies: string, link: MailedLink) => cookie.find(cookies, entryOf(link)) !== undefined,
    /** The Set-Cookie header for a browser that just asked for this link. */
    cookieFor: (cookies: string, link: MailedLink) =>
      setCookieHeader(cookie.name, cookie.remember(cookies, entryOf(link)), cookie.attributes),
  };
}
