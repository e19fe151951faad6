/** Characters that subtitles and XML forbid, and unwanted line breaks. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

/** Most texts are plain already, and this test is faster than the conversion. */
const plain = /^[\x21-\x7e\xa1-\u024f]+(?: [\x21-\x7e\xa1-\u024f]+)*$/;

/** Returns a text as words with single spaces, without characters that a file format would interpret. */
export function plainText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unprintable, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}
