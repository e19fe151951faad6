import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Sealing = ReturnType<typeof openSealing>;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'escriba', purpose, 32));

function opened(bytes: Buffer, key: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return `${decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
}

const hashed = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest('base64url');

/**
 * What is read in a stolen copy of the database is of no use without the secret, which is not in there. Secrets from
 * before open what lies there since their time, and make nothing: what somebody brings us from outside must be of now.
 */
export function openSealing(secret: string, secretsBefore: readonly string[] = []) {
  const keyFor = (purpose: string) => keyOf(secret, purpose);

  function seal(text: string, purpose: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, keyFor(purpose), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Undefined where none of these opens it: it is another's, or was changed. */
  function openedWith(secrets: readonly string[], sealed: string, purpose: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    for (const each of secrets)
      try {
        return opened(bytes, keyOf(each, purpose));
      } catch {
        // The next one may be it.
      }
    return undefined;
  }

  return {
    seal,
    /** Throws when it was sealed with another secret or for another purpose, or was changed since. */
    open(sealed: string, purpose: string): string {
      return opened(Buffer.from(sealed, 'base64url'), keyFor(purpose));
    },
    /** The same for what lies in our own tables, which a secret from before may have sealed. */
    openKept(sealed: string, purpose: string): string {
      const text = openedWith([secret, ...secretsBefore], sealed, purpose);
      if (text === undefined) throw new Error('sealed with a secret that is not known here');
      return text;
    },
    /** Undefined where none of the known secrets opens it. */
    openIfKnown: (sealed: string, purpose: string) => openedWith([secret, ...secretsBefore], sealed, purpose),
    /** The same text, sealed with the secret of now; fresh where it was already. */
    reseal(sealed: string, purpose: string): { sealed: string } | 'fresh' | 'unreadable' {
      if (openedWith([secret], sealed, purpose) !== undefined) return 'fresh';
      const text = openedWith(secretsBefore, sealed, purpose);
      return text === undefined ? 'unreadable' : { sealed: seal(text, purpose) };
    },
    /** A keyed hash for codes that are only ever compared. */
    hash: (text: string, purpose: string) => hashed(text, keyFor(purpose)),
    /** What the hash of a code may be that was kept under any of the secrets. */
    hashesKept: (text: string, purpose: string) =>
      [secret, ...secretsBefore].map((each) => hashed(text, keyOf(each, purpose))),
  };
}
