import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { MailedLinkKind } from '#contract/mailed-links.ts';

export type MailedLink = {
  /** The address that the link signs in, confirms, or sets in place of the old one. */
  email: string;
  /** The account's address before the change. Undefined for the other kinds. */
  changes: string | undefined;
  isExpired: boolean;
};

type FindVerification = (identifier: string) => Promise<{ value: string; expiresAt: Date } | null>;

const StoredLinkSchema = z.object({ email: z.string() });
const SignedLinkSchema = z.object({ email: z.string(), updateTo: z.string().optional() });

async function readSigned(token: string, secret: string) {
  const read = (payload: JWTPayload, isExpired: boolean) => {
    const link = SignedLinkSchema.safeParse(payload).data;
    return link === undefined ? undefined : { ...link, isExpired };
  };
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    return read(payload, false);
  } catch (error) {
    // jose checks the signature first: the token is ours and has only expired.
    return error instanceof errors.JWTExpired ? read(error.payload, true) : undefined;
  }
}

/**
 * Reads the address in a mailed link without using the link. A signed token must carry our signature. Otherwise an
 * attacker could make tokens and ask whether an address is confirmed.
 */
export function openMailedLinks(secret: string, findVerification: FindVerification) {
  async function readStored(token: string): Promise<MailedLink | undefined> {
    // The same name as in Better Auth's plugin, which stores a hash of the token.
    const hash = createHash('sha256').update(token).digest('base64url');
    const found = await findVerification(`magic-link:${hash}`);
    if (found === null) return undefined;
    const { email } = StoredLinkSchema.parse(JSON.parse(found.value));
    return { email, changes: undefined, isExpired: found.expiresAt.getTime() < Date.now() };
  }

  return async ({
    kind,
    token,
  }: {
    kind: MailedLinkKind;
    token: string;
  }): Promise<MailedLink | undefined> => {
    if (kind === 'magic-link') return readStored(token);
    const signed = await readSigned(token, secret);
    const isChange = signed?.updateTo !== undefined;
    if (signed === undefined || isChange !== (kind === 'change-email')) return undefined;
    const { email, updateTo, isExpired } = signed;
    return { email: updateTo ?? email, changes: isChange ? email : undefined, isExpired };
  };
}
