/** All of these are bounded: a text of brackets alone must cost no more than any other. */

/** Elements whose contents nobody reads; one that never ends takes the rest along. */
const hiddenElements =
  /<(script|style|iframe|object|embed|template|noscript|svg|math)\b[^<>]{0,2000}>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const comments = /<!--[\s\S]*?(?:-->|$)/g;
/** Not a bare address between angle brackets, and not "a < b". */
const tags = /<(?!https?:|mailto:)[/!?]?[a-z][^<>]{0,2000}>/gi;
const images = /!\[([^[\]\n]{0,300})\](?:\((?:[^()\n]|\([^()\n]{0,300}\)){0,2000}\)|\[[^\]\n]{0,300}\])/g;
const links = /\[([^[\]\n]{0,300})\]\(((?:[^()\n]|\([^()\n]{0,300}\)){0,2000})\)/g;
const references = /^\s{0,3}\[[^\]\n]{1,300}\]:[^\n]*$/gm;
const citedCode = /^s\d+$/;
const allowedAddress = /^\s{0,9}<?(?:https?:\/\/|mailto:)/i;

/** What a model wrote as markdown without HTML, without pictures from elsewhere, and with links to plain pages only. */
export function safeMarkdown(text: string): string {
  return text
    .replace(comments, '')
    .replace(hiddenElements, '')
    .replace(tags, '')
    .replace(images, '$1')
    .replace(references, '')
    .replace(links, (whole, label: string, address: string) => {
      if (allowedAddress.test(address)) return whole;
      return citedCode.test(label) ? `[${label}]` : label;
    });
}

const longestLoosePart = 800;
const unfinished =
  /(?:!?\[[^\]\n]{0,200}(?:\](?:\([^)\n]{0,400})?)?|\(\s*s\d*[^)\n]{0,60}|<[^>\n]{0,200}|\s{1,50})$/;

/** Without its last words where they may become a link, a citation or a tag: those are shown whole or not at all. */
export function withoutLoosePart(text: string): string {
  const from = Math.max(0, text.length - longestLoosePart);
  return text.slice(0, from) + text.slice(from).replace(unfinished, '');
}
