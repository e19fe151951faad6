import { z } from 'zod';

/**
 * A text that users type. PostgreSQL refuses NUL and lone surrogates, which only broken programs and attackers send.
 * They are removed here, because the refusal would look like a server fault.
 */
export function typedText(error?: string) {
  return z
    .string(error === undefined ? undefined : { error })
    .overwrite((text) => text.replaceAll('\0', '').toWellFormed())
    .trim();
}

const lineBreaks = /[\t\n\v\f\r\u2028\u2029]+/g;
/** A zero-width joiner between two emoji stays, because it joins them into one: a family, a profession. */
const joinsPictures =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/u;
const unseen = new RegExp(`(?!${joinsPictures.source})[\\p{Cc}\\p{Cf}]`, 'gu');

/** Removes direction marks, control and zero-width characters, which can disguise a name ("fdp.exe"). */
export const stripInvisibleCharacters = (name: string) => name.replace(lineBreaks, ' ').replace(unseen, '');

/** A name or title that users type: one line of visible characters. */
export const typedName = (error?: string) => typedText(error).overwrite(stripInvisibleCharacters).trim();

/**
 * Domains of .br may have accents; mail servers know ação.com.br as xn--ao-siap.com.br. Addresses are stored in that
 * form, so that both spellings are the same account.
 */
export function punycodeDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // Only host name characters: URL would cut the domain at a slash or colon and return another domain.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !/[^\0-\x7f]/.test(domain) || at === 0) return email;
  try {
    return email.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

/** An e-mail address that users type; every error has the text `invalid`. */
export const typedEmail = (invalid: string) =>
  typedText(invalid).toLowerCase().overwrite(punycodeDomain).max(254, invalid).pipe(z.email(invalid));
