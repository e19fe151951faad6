import { escapeHtml } from '../format/escape-html.ts';
import type { Citation } from './quoted-turn.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud83b/;

function markup(text: string): string {
  const escaped = escapeHtml(text);
  return rightToLeft.test(text) ? `<span dir="auto">${escaped}</span>` : escaped;
}

/** Writes a line as text and as HTML at once. Strings are words of others, so HTML escapes them. */
export function write(literals: TemplateStringsArray, ...values: readonly (string | Citation)[]): Citation {
  const written = values.map((value) =>
    typeof value === 'string' ? { text: value, html: markup(value) } : value,
  );
  return {
    text: literals.map((literal, at) => `${literal}${written[at]?.text ?? ''}`).join(''),
    html: literals.map((literal, at) => `${literal}${written[at]?.html ?? ''}`).join(''),
  };
}

export const nothing: Citation = { text: '', html: '' };

/** Leaves out the parts that a recording does not have. */
export function list(parts: readonly (string | undefined)[], between = ', '): Citation {
  const present = parts.filter((part) => part !== undefined);
  return {
    text: present.join(between),
    html: present.map(markup).join(between),
  };
}

/** Words inside a sentence: a program pastes them without a new paragraph. */
export const inline = ({ text, html }: Citation): Citation => ({
  text,
  html: html === '' ? '' : `<span lang="pt-BR">${html}</span>`,
});

export function paragraphs(lines: readonly Citation[], style?: string): Citation {
  const attribute = style === undefined ? '' : ` style="${style}"`;
  return {
    text: lines.map(({ text }) => text).join('\n'),
    html: lines.map(({ html }) => `<p lang="pt-BR"${attribute}>${html}</p>`).join(''),
  };
}
