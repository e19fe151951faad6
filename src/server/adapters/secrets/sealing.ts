import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

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
 * Sealed data in a stolen copy of the database is useless without the secret, which is stored elsewhere. Old
 * secrets only open data stored since their time. Data from outside, such as tokens, must use the current secret.
 */
export function openSealing(secret: string, secretsBefore: readonly string[] = []) {
  const keyFor = (purpose: string) => keyOf(secret, purpose);

  function seal(text: string, purpose: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, keyFor(purpose), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Returns undefined if none of the secrets opens it: the text is foreign or was modified. */
  function openedWith(secrets: readonly string[], sealed: string, purpose: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    for (const each of secrets)
      try {
        return opened(bytes, keyOf(each, purpose));
      } catch {
        // Try the next secret.
      }
    return undefined;
  }

  return {
    seal,
    /** Throws if the secret or the purpose differs, or if the text was modified. */
    open(sealed: string, purpose: string): string {
      return opened(Buffer.from(sealed, 'base64url'), keyFor(purpose));
    },
    /** `open` for data from our own tables, which an old secret may have sealed. */
    openKept(sealed: string, purpose: string): string {
      const text = openedWith([secret, ...secretsBefore], sealed, purpose);
      if (text === undefined) throw new Error('sealed with an unknown secret');
      return text;
    },
    /** Returns undefined if none of the known secrets opens it. */
    openIfKnown: (sealed: string, purpose: string) => openedWith([secret, ...secretsBefore], sealed, purpose),
    /** Seals the text with the current secret. Returns 'fresh' if that is already the case. */
    reseal(sealed: string, purpose: string): { sealed: string } | 'fresh' | 'unreadable' {
      if (openedWith([secret], sealed, purpose) !== undefined) return 'fresh';
      const text = openedWith(secretsBefore, sealed, purpose);
      return text === undefined ? 'unreadable' : { sealed: seal(text, purpose) };
    },
    /** A keyed hash for codes, which are only ever compared. */
    hash: (text: string, purpose: string) => hashed(text, keyFor(purpose)),
    /** The possible stored hashes of a code: one per known secret. */
    hashesKept: (text: string, purpose: string) =>
      [secret, ...secretsBefore].map((each) => hashed(text, keyOf(each, purpose))),
  };
}

/** Compares in constant time, so that the time does not tell how much of a guess is right. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [givenBytes, wantedBytes] = [Buffer.from(given), Buffer.from(wanted)];
  return givenBytes.length === wantedBytes.length && timingSafeEqual(givenBytes, wantedBytes);
}

/** A random code for a person to type. */
export const makeDigits = (count: number) => String(randomInt(0, 10 ** count)).padStart(count, '0');
