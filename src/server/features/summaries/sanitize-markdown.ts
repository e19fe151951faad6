import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
export type Range = Readonly<{ from: number; to: number }>;
type Edit = Range & Readonly<{ put: string }>;

type SanitizedMarkdown = Readonly<{
  text: string;
  /** Ranges of code, which stay unchanged. */
  code: readonly Range[];
}>;

/** A removal may form new markup. Only an attacker's text needs more rounds. */
const maxRounds = 6;
const citedCode = /^s\d+$/;
const plainAddress = /^(?:https?:\/\/|mailto:)/i;
const ownAddress = /^#(?:t=[\d.]+|sem-trecho)$/;
/** Does not match "2 < 3". */
const tagStart = /<(?=[a-z/!?])/gi;

const parse = (text: string) =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

function rangeOf({ position }: Node): Range | undefined {
  const [from, to] = [position?.start.offset, position?.end.offset];
  return from === undefined || to === undefined ? undefined : { from, to };
}

type Finding = { edits: Edit[]; code: Range[]; addresses: Range[] };
type MarkdownSource = { text: string; areMomentsOurs: boolean };

/** Cuts only at the ranges that the parser found, so that all other text stays byte for byte. */
function collectEdits(node: Node, source: MarkdownSource, { edits, code, addresses }: Finding): void {
  const range = rangeOf(node);
  const inside = 'children' in node ? node.children : [];
  if (range !== undefined) {
    const { from, to } = range;
    if (node.type === 'code' || node.type === 'inlineCode') code.push(range);
    if (node.type === 'definition') return void edits.push({ from, to, put: '' });
    if (node.type === 'image' || node.type === 'imageReference')
      return void edits.push({ from, to, put: (node.alt ?? '').replace(/\s+/g, ' ') });
    if (node.type === 'link') {
      const { areMomentsOurs, text } = source;
      const isPlain = plainAddress.test(node.url) || (areMomentsOurs && ownAddress.test(node.url));
      const [first, last] = [inside[0], inside.at(-1)].map((each) => each && rangeOf(each));
      if (isPlain && text[from] === '<') addresses.push(range);
      if (!isPlain && (first === undefined || last === undefined))
        return void edits.push({ from, to, put: '' });
      if (!isPlain && first !== undefined && last !== undefined) {
        const isCode = citedCode.test(text.slice(first.from, last.to));
        edits.push({ from, to: first.from, put: isCode ? '[' : '' });
        edits.push({ from: last.to, to, put: isCode ? ']' : '' });
      }
    }
  }
  for (const each of inside) collectEdits(each, source, { edits, code, addresses });
}

function tagEdits(text: string, spared: readonly Range[]): Edit[] {
  const sorted = spared.toSorted((one, other) => one.from - other.from);
  let at = 0;
  return [...text.matchAll(tagStart)].flatMap(({ index }) => {
    while ((sorted[at]?.to ?? Number.POSITIVE_INFINITY) <= index) at += 1;
    const isSpared = (sorted[at]?.from ?? Number.POSITIVE_INFINITY) <= index;
    return isSpared ? [] : [{ from: index, to: index + 1, put: '&lt;' }];
  });
}

function applied(text: string, edits: readonly Edit[]): string {
  let done = '';
  let at = 0;
  for (const { from, to, put } of edits.toSorted(
    (one, other) => one.from - other.from || one.to - other.to,
  )) {
    if (from < at) continue;
    done += text.slice(at, from) + put;
    at = to;
  }
  return done + text.slice(at);
}

/** The parser's time grows with the square of these within one paragraph. */
const sign = /[[\]*_~!<>`(]/g;

/** Escapes every sign, so that none is markup. Idempotent. */
const plain = (text: string) => text.replace(sign, (each) => `&#${each.charCodeAt(0)};`);

const maxLineCharacters = 300;
const maxParagraphCharacters = 1_000;
const startsBlock = /^\s*$|^\s{0,12}(?:[-*+]|\d{1,4}[.)])\s+\S|^#/;

/** Escapes the signs of a paragraph with more of them than a user writes, before it is parsed. */
function calmed(text: string): string {
  const paragraphs: { lines: string[]; signs: number }[] = [];
  for (const line of text.split('\n')) {
    const signs = line.match(sign)?.length ?? 0;
    const last = paragraphs.at(-1);
    const safeLine = signs > maxLineCharacters ? plain(line) : line;
    if (last === undefined || startsBlock.test(line)) paragraphs.push({ lines: [safeLine], signs });
    else {
      last.lines.push(safeLine);
      last.signs += signs;
    }
  }
  return paragraphs
    .map(({ lines, signs }) => {
      const whole = lines.join('\n');
      const isWild = lines.length > 1 && signs > maxParagraphCharacters;
      return isWild ? plain(whole) : whole;
    })
    .join('\n');
}

/**
 * Reduces a model's markdown to text without HTML and remote pictures, with links to plain pages only. A tag
 * becomes visible text. Links to moments are removed too, unless they are ours.
 */
export function sanitizeMarkdown(written: string, { areMomentsOurs = false } = {}): SanitizedMarkdown {
  let text = calmed(written);
  for (let round = 0; round < maxRounds; round += 1) {
    const finding: Finding = { edits: [], code: [], addresses: [] };
    collectEdits(parse(text), { text, areMomentsOurs }, finding);
    const { edits, code, addresses } = finding;
    const tags = tagEdits(text, [...code, ...addresses]);
    if (edits.length + tags.length === 0) return { text, code };
    text = applied(text, [...edits, ...tags]);
  }
  return { text: plain(text), code: [] };
}

export const sanitizeMarkdownText = (text: string) => sanitizeMarkdown(text).text;

const maxLoosePartLength = 800;
const unfinished =
  /\s{0,50}(?:!?\[[^\]\n]{0,200}(?:\](?:\([^)\n]{0,400})?)?|\(\s*s\d*[^)\n]{0,60}|<[^>\n]{0,200}|(?<=\n[ \t]{0,12})[-*+=]{1,3}\s?|\s)$/;

/**
 * Hides the last words if they may become a link, a citation or a tag: those appear whole or not at all. Hides the
 * space before them too, which ends a sentence: without its citation it would be marked as unproved. Hides a lone
 * list sign, which would turn the line above into a heading.
 */
export function withoutUnfinishedMarkup(text: string): string {
  const from = Math.max(0, text.length - maxLoosePartLength);
  return text.slice(0, from) + text.slice(from).replace(unfinished, '');
}
