import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { parseCookies } from 'better-auth/cookies';
import { isSameSecret, type Sealing } from '../secrets/sealing.ts';

/** Browsers cap a cookie's life at 400 days. Each sign-in renews it. */
const lifetimeS = 400 * 86_400;
const idBytes = 16;
/** Enough for a shared computer. The oldest account leaves the cookie first. */
const maxAccounts = 8;

type Options = { sealing: Pick<Sealing, 'hash'>; secure: boolean };

export type KnownDevices = ReturnType<typeof openKnownDevices>;

/**
 * This cookie lists the accounts that this browser has signed in to. It grants no access: attempts that carry it only
 * have their own rate-limit counter, separate from unknown browsers. It contains a random id and one keyed hash per
 * account. So it does not reveal the accounts, and no client can forge it for another account.
 */
export function openKnownDevices({ sealing, secure }: Options) {
  const name = secure ? '__Secure-escriba.device' : 'escriba.device';
  const proofOf = (id: string, email: string) => sealing.hash(`${id}:${email.toLowerCase()}`, 'known-device');
  const deviceAndProofs = (cookies: string) => (parseCookies(cookies).get(name) ?? '').split('.');

  /** The browser's device id, if it has signed in to this account before. */
  function find(cookies: string, email: string): string | undefined {
    const [id = '', ...proofs] = deviceAndProofs(cookies);
    const proof = proofOf(id, email);
    return proofs.slice(0, maxAccounts).some((each) => isSameSecret(each, proof)) ? id : undefined;
  }

  /** The next cookie value, with this account first. */
  function remember(cookies: string, email: string): string {
    const [before = '', ...proofs] = deviceAndProofs(cookies);
    const id = /^[\w-]{22}$/.test(before) ? before : randomBytes(idBytes).toString('base64url');
    const proof = proofOf(id, email);
    const others = proofs.filter((each) => each !== proof && /^[\w-]{43}$/.test(each));
    return [id, proof, ...others].slice(0, maxAccounts + 1).join('.');
  }

  const plugin: BetterAuthPlugin = {
    id: 'known-devices',
    hooks: {
      after: [
        {
          matcher: ({ context }) => Boolean(context.newSession),
          handler: createAuthMiddleware(async (ctx) => {
            const email = ctx.context.newSession?.user.email;
            if (email === undefined) return;
            ctx.setCookie(name, remember(ctx.headers?.get('cookie') ?? '', email), {
              httpOnly: true,
              sameSite: 'lax',
              secure,
              path: '/api/auth',
              maxAge: lifetimeS,
            });
          }),
        },
      ],
    },
  };
  return { find, plugin };
}
