import { abntCitation } from './abnt.ts';
import { referenceOf, verbalNoteOf } from './bibliography.ts';
import { markdownCitation } from './markdown.ts';
import { petitionCitation } from './petition.ts';
import { pressCitation } from './press.ts';
import type { Citation, QuotedTurn, Source } from './quoted-turn.ts';
import { shortCitation } from './short.ts';
import { cleanLine, type Speech, speechesOf } from './speeches.ts';
import { nothing } from './write.ts';

export type { Citation, QuotedTurn, Source } from './quoted-turn.ts';

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

function written(by: Written, turns: readonly QuotedTurn[], source: Source): Citation {
  const fileName = cleanLine(source.fileName);
  const title = cleanLine(source.title);
  return by(speechesOf(turns), { ...source, fileName: fileName || title, title: title || fileName });
}

/** Empty if the selection has no words. */
export function cite(style: CitationStyle, turns: readonly QuotedTurn[], source: Source): Citation {
  return turns.some(({ text }) => cleanLine(text) !== '') ? written(styles[style], turns, source) : nothing;
}

/** The entry for the list of references, NBR 6023. */
export const reference = (source: Source, turns: readonly QuotedTurn[]): Citation =>
  written(referenceOf, turns, source);

/** The footnote for spoken information, NBR 10520. */
export const verbalNote = (source: Source, turns: readonly QuotedTurn[]): Citation =>
  written(verbalNoteOf, turns, source);
