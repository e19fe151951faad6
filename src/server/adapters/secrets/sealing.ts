import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Sealing = ReturnType<typeof openSealing>;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** What is read in a stolen copy of the database is of no use without the secret, which is not in there. */
export function openSealing(secret: string) {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'escriba', purpose, 32));
  return {
    seal(text: string, purpose: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keyFor(purpose), iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** Throws when it was sealed with another secret or for another purpose, or was changed since. */
    open(sealed: string, purpose: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(algorithm, keyFor(purpose), bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return `${decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`;
    },
    /** A keyed hash for codes that are only ever compared. */
    hash: (text: string, purpose: string) =>
      createHmac('sha256', keyFor(purpose)).update(text).digest('base64url'),
  };
}
