import { z } from 'zod';
import { typedText } from './text.ts';

/**
 * Domains of .br may have accents, and mail servers know them by another spelling: ação.com.br is xn--ao-siap.com.br.
 * Kept as that one, so that one person has one address whichever way it was typed.
 */
export function asciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // Only what is a name: in an address of the web a slash or a colon would cut it and make another domain of it.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !/[^\0-\x7f]/.test(domain) || at === 0) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/** An address as people type it. Whatever is wrong with it is said in these words. */
export const typedEmail = (invalid: string) =>
  typedText(invalid).toLowerCase().overwrite(asciiDomain).max(254, invalid).pipe(z.email(invalid));
