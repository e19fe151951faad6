import { abntCitation } from './abnt.ts';
import { referenceOf, verbalNoteOf } from './bibliography.ts';
import { markdownCitation } from './markdown.ts';
import { petitionCitation, petitionTable } from './petition.ts';
import { pressCitation } from './press.ts';
import type { Citation, QuotedTurn, Source } from './quoted-turn.ts';
import { shortCitation } from './short.ts';
import { cleanLine, type Speech, speechesOf } from './speeches.ts';

export type { Citation, CitedBlock, CitedRun, QuotedTurn, Source } from './quoted-turn.ts';

export const citationStyles = ['short', 'abnt', 'petition', 'press', 'markdown'] as const;
export type CitationStyle = (typeof citationStyles)[number];

type Written = (speeches: readonly Speech[], source: Source) => Citation;

const styles: Readonly<Record<CitationStyle, Written>> = {
  short: shortCitation,
  abnt: abntCitation,
  petition: petitionCitation,
  press: pressCitation,
  markdown: markdownCitation,
};

function cleanSource(source: Source): Source {
  const fileName = cleanLine(source.fileName);
  const title = cleanLine(source.title);
  return { ...source, fileName: fileName || title, title: title || fileName };
}

const written = (by: Written, turns: readonly QuotedTurn[], source: Source): Citation =>
  by(speechesOf(turns), cleanSource(source));

const nothing: Citation = { text: '', html: '', blocks: [] };
const hasWords = (turns: readonly QuotedTurn[]) => turns.some(({ text }) => cleanLine(text) !== '');

/** Empty if the selection has no words. */
export function cite(style: CitationStyle, turns: readonly QuotedTurn[], source: Source): Citation {
  return hasWords(turns) ? written(styles[style], turns, source) : nothing;
}

/** Words inside a sentence become a paragraph of their own. */
const asParagraph = (html: string) => (html.startsWith('<span') ? `<p>${html}</p>` : html);

/** Several selections, each for itself. A petition shows them in one table. */
export function citeAll(
  style: CitationStyle,
  selections: readonly (readonly QuotedTurn[])[],
  source: Source,
): Citation {
  const quoted = selections.filter(hasWords);
  const [only] = quoted;
  if (only === undefined) return nothing;
  if (quoted.length === 1) return cite(style, only, source);
  // Each for itself, because two selections of one voice are two passages.
  if (style === 'petition') return petitionTable(quoted.flatMap(speechesOf), cleanSource(source));
  const citations = quoted.map((turns) => cite(style, turns, source));
  return {
    text: citations.map(({ text }) => text).join('\n\n'),
    html: citations.map(({ html }) => asParagraph(html)).join(''),
    blocks: citations.flatMap(({ blocks }) => blocks),
  };
}

/** The entry for the list of references, NBR 6023. */
export const reference = (source: Source, turns: readonly QuotedTurn[]): Citation =>
  written(referenceOf, turns, source);

/** The footnote for spoken information, NBR 10520. */
export const verbalNote = (source: Source, turns: readonly QuotedTurn[]): Citation =>
  written(verbalNoteOf, turns, source);
