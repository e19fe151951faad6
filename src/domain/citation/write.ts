import { escapeHtml } from '../format/escape-html.ts';
import type { Citation } from './quoted-turn.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud83b/;
/** Without it, a word processor pulls the number after a word from right to left to the other side of the word. */
const leftToRightMark = '\u200e';

/** The words of others. */
function foreign(text: string): Citation {
  const html = escapeHtml(text);
  if (!rightToLeft.test(text)) return { text, html };
  return { text: text + leftToRightMark, html: `<span dir="auto">${html}</span>${leftToRightMark}` };
}

const asCitation = (value: string | Citation) => (typeof value === 'string' ? foreign(value) : value);

/** Writes a line as text and as HTML at once. HTML escapes strings, because they are the words of others. */
export function write(literals: TemplateStringsArray, ...values: readonly (string | Citation)[]): Citation {
  const written = values.map(asCitation);
  return {
    text: literals.map((literal, at) => `${literal}${written[at]?.text ?? ''}`).join(''),
    html: literals.map((literal, at) => `${literal}${written[at]?.html ?? ''}`).join(''),
  };
}

export const nothing: Citation = { text: '', html: '' };

export const joined = (lines: readonly Citation[], between: string): Citation => ({
  text: lines.map(({ text }) => text).join(between),
  html: lines.map(({ html }) => html).join(between),
});

/** Leaves out the parts that a recording does not have. */
export const list = (parts: readonly (string | Citation | undefined)[], between = ', '): Citation =>
  joined(parts.filter((part) => part !== undefined).map(asCitation), between);

/** Words inside a sentence: a program pastes them without a new paragraph. */
export const inline = ({ text, html }: Citation): Citation => ({
  text,
  html: `<span lang="pt-BR">${html}</span>`,
});

export function paragraphs(lines: readonly Citation[], style?: string): Citation {
  const attribute = style === undefined ? '' : ` style="${style}"`;
  return {
    text: lines.map(({ text }) => text).join('\n'),
    html: lines.map(({ html }) => `<p lang="pt-BR"${attribute}>${html}</p>`).join(''),
  };
}
