import { z } from 'zod';

/**
 * A text that people type. NUL and halves of surrogate pairs come only from broken programs and from attackers, and
 * PostgreSQL refuses them: they are dropped here, so that they cannot pass for a fault of ours.
 */
export function typedText(error?: string) {
  return z
    .string(error === undefined ? undefined : { error })
    .overwrite((text) => text.replaceAll('\0', '').toWellFormed())
    .trim();
}

const lineBreaks = /[\t\n\v\f\r\u2028\u2029]+/g;
/** A zero-width joiner stays between two pictures, where it makes one of them: a family, a profession. */
const joinsPictures =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/u;
const unseen = new RegExp(`(?!${joinsPictures.source})[\\p{Cc}\\p{Cf}]`, 'gu');

/** Without marks of direction, control characters and zero-width ones: they let a name read as another ("fdp.exe"). */
export const stripInvisibleCharacters = (name: string) => name.replace(lineBreaks, ' ').replace(unseen, '');

/** A name or title that people type: one line, in which every character shows. */
export const typedName = (error?: string) => typedText(error).overwrite(stripInvisibleCharacters).trim();

/**
 * Domains of .br may have accents, and mail servers know them by another spelling: ação.com.br is xn--ao-siap.com.br.
 * Kept as that one, so that one person has one address whichever way it was typed.
 */
export function punycodeDomain(email: string): string {
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
  typedText(invalid).toLowerCase().overwrite(punycodeDomain).max(254, invalid).pipe(z.email(invalid));
