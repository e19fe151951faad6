import { escapeHtml } from '../format/escape-html.ts';
import type { Citation, CitedPart, CitedRun } from './quoted-turn.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud83b/;
/** Without it, a word processor pulls the number after a word from right to left to the other side of the word. */
const leftToRightMark = '\u200e';

/** The words of others. */
function foreign(text: string): CitedPart {
  const html = escapeHtml(text);
  if (!rightToLeft.test(text)) return { text, html, runs: [{ text }] };
  const marked = text + leftToRightMark;
  return {
    text: marked,
    html: `<span dir="auto">${html}</span>${leftToRightMark}`,
    runs: [{ text: marked }],
  };
}

const asPart = (value: string | CitedPart) => (typeof value === 'string' ? foreign(value) : value);

/** Writes a part in all its forms at once. HTML escapes strings, because they are the words of others. */
export function write(literals: TemplateStringsArray, ...values: readonly (string | CitedPart)[]): CitedPart {
  return joined(
    literals.flatMap((literal, at) => {
      const value = values[at];
      const own: CitedPart = {
        text: literal,
        html: literal,
        runs: literal === '' ? [] : [{ text: literal }],
      };
      return value === undefined ? [own] : [own, asPart(value)];
    }),
    '',
  );
}

export const nothing: CitedPart = { text: '', html: '', runs: [] };

export function styled(style: 'bold' | 'italic', text: string): CitedPart {
  const tag = style === 'bold' ? 'strong' : 'em';
  const { html, runs } = foreign(text);
  return { text, html: `<${tag}>${html}</${tag}>`, runs: runs.map((run) => ({ ...run, [style]: true })) };
}

/** A document of many small runs is hard to edit. */
function merged(runs: readonly CitedRun[]): CitedRun[] {
  const merged: CitedRun[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && last.bold === run.bold && last.italic === run.italic)
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  return merged;
}

export function joined(parts: readonly CitedPart[], between: string): CitedPart {
  const gap: CitedRun[] = between === '' ? [] : [{ text: between }];
  return {
    text: parts.map(({ text }) => text).join(between),
    html: parts.map(({ html }) => html).join(between),
    runs: merged(parts.flatMap(({ runs }, at) => (at === 0 ? runs : [...gap, ...runs]))),
  };
}

/** Leaves out the parts that a recording does not have. */
export const list = (parts: readonly (string | CitedPart | undefined)[], between = ', '): CitedPart =>
  joined(parts.filter((part) => part !== undefined).map(asPart), between);

/** Words inside a sentence: a program pastes them without a new paragraph. */
export const inline = ({ text, html, runs }: CitedPart): Citation => ({
  text,
  html: `<span lang="pt-BR">${html}</span>`,
  blocks: runs.length === 0 ? [] : [{ kind: 'text', runs }],
});

/** `style` makes them the long quotation of ABNT. */
export function paragraphs(lines: readonly CitedPart[], style?: string): Citation {
  const attribute = style === undefined ? '' : ` style="${style}"`;
  return {
    text: lines.map(({ text }) => text).join('\n'),
    html: lines.map(({ html }) => `<p lang="pt-BR"${attribute}>${html}</p>`).join(''),
    blocks: lines.map(({ runs }) => ({ kind: style === undefined ? 'text' : 'indented', runs })),
  };
}
