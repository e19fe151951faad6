import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { type AccountCookieOptions, openAccountCookie } from './account-cookie.ts';

/** Browsers cap a cookie's life at 400 days. Each sign-in renews it. */
const lifetimeS = 400 * 86_400;

export type KnownDevices = ReturnType<typeof openKnownDevices>;

/**
 * This cookie lists the accounts that this browser has signed in to. It grants no access: attempts that carry it only
 * have their own rate-limit counter, separate from unknown browsers.
 */
export function openKnownDevices(options: Pick<AccountCookieOptions, 'sealing' | 'secure'>) {
  const cookie = openAccountCookie({ ...options, name: 'device', purpose: 'known-device', lifetimeS });
  const plugin: BetterAuthPlugin = {
    id: 'known-devices',
    hooks: {
      after: [
        {
          matcher: ({ context }) => Boolean(context.newSession),
          handler: createAuthMiddleware(async (ctx) => {
            const email = ctx.context.newSession?.user.email;
            if (email === undefined) return;
            const value = cookie.remember(ctx.headers?.get('cookie') ?? '', email);
            ctx.setCookie(cookie.name, value, cookie.attributes);
          }),
        },
      ],
    },
  };
  return { find: cookie.find, plugin };
}
