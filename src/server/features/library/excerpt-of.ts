/** The beginning of a text in one line, cut after a whole word; with its ellipsis no longer than allowed. */
export function excerptOf(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  const lastSpace = cut.lastIndexOf(' ');
  // A word that is longer than all of it is cut itself, but never inside one sign.
  const kept = lastSpace > 0 ? cut.slice(0, lastSpace) : cut.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.replace(/[\s,;:.–—-]+$/, '')}…`;
}
