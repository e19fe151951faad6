import { isIP } from 'node:net';
import { z } from 'zod';

/** The shapes that values of the environment may have, each with the words for what it must be. */

export const port = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .min(1, 'must be between 1 and 65535')
  .max(65_535, 'must be between 1 and 65535');

export const wholeNumber = z.coerce.number({ error: 'must be a number' }).int('must be a whole number');

export const days = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(3_650, 'must be at most 3650');

export const urlWithProtocol = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

export const publicUrl = urlWithProtocol('http:', 'https:').refine(
  (value) => {
    if (!URL.canParse(value)) return true;
    const { pathname, search, hash, username } = new URL(value);
    return pathname === '/' && `${search}${hash}${username}` === '';
  },
  { error: 'must be a bare address, without a path' },
);

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** Fastify takes the list as it stands and throws at the first word it does not know. */
function isProxyAddress(value: string): boolean {
  const [address = '', length, ...rest] = value.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0) return namedNetworks.includes(value);
  if (length === undefined) return true;
  return (
    rest.length === 0 &&
    /^\d{1,3}$/.test(length) &&
    Number(length) >= 1 &&
    Number(length) <= (version === 4 ? 32 : 128)
  );
}

export const proxyAddresses = z
  .string()
  .refine((value) => value.split(',').every((address) => isProxyAddress(address.trim())), {
    error: 'takes addresses or networks with commas between them, such as 127.0.0.1, 10.0.0.0/8 or loopback',
  });

/** ana@exemplo.com, or Ana <ana@exemplo.com>. */
export const sender = z.string().refine(
  (value) => {
    const address = /^[^<>\r\n]*<([^<>]*)>$/.exec(value.trim())?.[1] ?? value.trim();
    return z.email().safeParse(address).success;
  },
  { error: 'must hold an e-mail address' },
);

export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');
