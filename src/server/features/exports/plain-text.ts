/** What neither a subtitle nor XML may hold, and what breaks a line where none was meant. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/** What most texts are already, and found faster than it is made. */
const plain = /^[\x21-\x7e\xa1-\u024f]+(?: [\x21-\x7e\xa1-\u024f]+)*$/;

/** A text as a row of words: one space between two, and nothing that a file's format could take for its own. */
export function plainText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unprintable, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}
