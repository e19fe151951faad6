import { clock } from './places.ts';
import type { Citation, CitedPart, Source } from './quoted-turn.ts';
import { markedParagraphs, type Speech } from './speeches.ts';
import { testNotice } from './test-notice.ts';
import { styled, write } from './write.ts';

/** Signs with a meaning in Markdown, but only where they have it, so that the text stays legible. */
const signs = /[\\`*_<|~]|&(?=#?\w+;)|\](?=[([:])/g;

/** A line may begin with spaces, and its first sign still has its meaning. */
export const escapeMarkdown = (text: string) =>
  text
    .replace(signs, '\\$&')
    .replace(/^([ \t]*)([#>+=-])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2');

const escaped = (text: string): CitedPart => ({
  ...write`${text}`,
  text: write`${escapeMarkdown(text)}`.text,
});

function headOf({ voice, startMs }: Speech): CitedPart | undefined {
  const time = startMs === undefined ? undefined : clock(startMs);
  if (voice === undefined) return time === undefined ? undefined : write`(${time})`;
  const bold = { ...styled('bold', voice), text: `**${escaped(voice).text}**` };
  return time === undefined ? bold : write`${bold} (${time})`;
}

/** > **João da Silva** (00:14:32): Não vi o semáforo. */
export function markdownCitation(speeches: readonly Speech[], source: Source): Citation {
  const lines = speeches.flatMap((speech) => {
    const head = headOf(speech);
    return markedParagraphs(speech).map((paragraph, at) =>
      at === 0 && head !== undefined ? write`${head}: ${escaped(paragraph)}` : escaped(paragraph),
    );
  });
  const notice = source.isTestText ? write` (${testNotice(source)})` : '';
  lines.push(write`— ${escaped(source.title)}${notice}`);
  return {
    text: lines.map(({ text }) => `> ${text}`).join('\n>\n'),
    html: `<blockquote lang="pt-BR">${lines.map(({ html }) => `<p>${html}</p>`).join('')}</blockquote>`,
    blocks: lines.map(({ runs }) => ({ kind: 'quote', runs })),
  };
}
