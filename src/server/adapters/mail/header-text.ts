const maxHeaderLength = 200;

/**
 * What people typed, made fit for one header line: a line break in it would begin a header of their own, and the
 * signs that turn the reading direction would let one name look like another.
 */
export function headerText(value: string): string {
  const line = value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const signs = [...line];
  return signs.length <= maxHeaderLength ? line : `${signs.slice(0, maxHeaderLength - 1).join('')}…`;
}
