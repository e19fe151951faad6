import { randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import { isSameSecret, type Sealing } from '#server/adapters/secrets/sealing.ts';

const idBytes = 16;
/** Enough for a shared computer. The oldest entry leaves the cookie first. */
const maxEntries = 8;

export type AccountCookieOptions = {
  name: string;
  /** Separates the hashes of two cookies, so that neither can stand for the other. */
  purpose: string;
  lifetimeS: number;
  sealing: Pick<Sealing, 'hash'>;
  secure: boolean;
};

/**
 * A cookie that lists what this browser did with accounts. It contains a random id and one keyed hash per entry. So it
 * does not reveal the accounts, and no client can forge an entry.
 */
export function openAccountCookie({
  name: ending,
  purpose,
  lifetimeS,
  sealing,
  secure,
}: AccountCookieOptions) {
  const name = secure ? `__Secure-escriba.${ending}` : `escriba.${ending}`;
  const hashOf = (id: string, entry: string) => sealing.hash(`${id}:${entry.toLowerCase()}`, purpose);
  const idAndHashes = (cookies: string) => (parseCookies(cookies).get(name) ?? '').split('.');

  return {
    name,
    attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/api/auth', maxAge: lifetimeS } as const,
    /** The browser's id, if the cookie has this entry. */
    find(cookies: string, entry: string): string | undefined {
      const [id = '', ...hashes] = idAndHashes(cookies);
      const wanted = hashOf(id, entry);
      return hashes.slice(0, maxEntries).some((each) => isSameSecret(each, wanted)) ? id : undefined;
    },
    /** The next cookie value, with this entry first. */
    remember(cookies: string, entry: string): string {
      const [before = '', ...hashes] = idAndHashes(cookies);
      const id = /^[\w-]{22}$/.test(before) ? before : randomBytes(idBytes).toString('base64url');
      const added = hashOf(id, entry);
      const others = hashes.filter((each) => each !== added && /^[\w-]{43}$/.test(each));
      return [id, added, ...others].slice(0, maxEntries + 1).join('.');
    },
  };
}
