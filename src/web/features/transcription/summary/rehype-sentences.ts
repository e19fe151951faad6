import { unprovedAddress } from '#domain/evidence/unproved-mark.ts';
import { parseMomentLink } from './summary-texts.ts';

export type HtmlNode = {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
};

const blocks = new Set(['p', 'li', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dd', 'dt']);
/** Blocks within a block have sentences of their own. */
const isBlock = ({ tagName = '' }: HtmlNode) =>
  blocks.has(tagName) || ['ul', 'ol', 'table', 'blockquote', 'pre'].includes(tagName);

const addressOf = ({ tagName, properties }: HtmlNode) =>
  tagName === 'a' ? String(properties?.href ?? '') : undefined;
const isMoment = (node: HtmlNode) => parseMomentLink(addressOf(node)) !== undefined;
const isUnproved = (node: HtmlNode) => addressOf(node) === unprovedAddress;
const isSpace = ({ type, ...node }: HtmlNode) =>
  type === 'text' && String((node as { value?: string }).value ?? '').trim() === '';

/** Wraps each sentence together with the moments that follow it. Sentences without a moment stay as they are. */
function withSentences(children: readonly HtmlNode[]): HtmlNode[] {
  const done: HtmlNode[] = [];
  let sentence: HtmlNode[] = [];
  let isCited = false;
  const close = () => {
    if (isCited)
      done.push({
        type: 'element',
        tagName: 'span',
        properties: { className: ['summary-sentence'] },
        children: sentence,
      });
    else done.push(...sentence);
    [sentence, isCited] = [[], false];
  };
  for (const child of children) {
    const continues = isMoment(child) || isSpace(child);
    if ((isCited && !continues) || isBlock(child)) close();
    if (isBlock(child)) done.push(child);
    else sentence.push(child);
    if (isMoment(child)) isCited = true;
    if (isUnproved(child)) close();
  }
  close();
  return done;
}

/** Lets the page find the moments of the sentence under the pointer. */
export function rehypeSentences() {
  const walk = (node: HtmlNode) => {
    for (const child of node.children ?? []) walk(child);
    if (node.children !== undefined && blocks.has(node.tagName ?? ''))
      node.children = withSentences(node.children);
  };
  return walk;
}
