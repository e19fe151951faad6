const named = /(?:^|;)\s*filename="((?:[^"\\]|\\.)*)"/i;
/** RFC 5987: the letters of every language, as the bytes of UTF-8. */
const namedInFull = /(?:^|;)\s*filename\*\s*=\s*UTF-8''([^;\s]+)/i;

/** The name that an answer gives its file; the plain one is what is left of it where only ASCII goes through. */
export function attachmentName(disposition: string | null): string {
  const [, encoded] = namedInFull.exec(disposition ?? '') ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // A broken escape: the plain name stands beside it.
    }
  }
  const [, plain = ''] = named.exec(disposition ?? '') ?? [];
  return plain.replaceAll(/\\(.)/g, '$1');
}
