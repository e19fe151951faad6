import type { Citation, QuotedTurn, Source } from './quoted-turn.ts';
import { shortCitation } from './short.ts';
import { speechesOf } from './speeches.ts';

export type { Citation, QuotedTurn, Source } from './quoted-turn.ts';

export const citationStyles = ['short', 'abnt', 'petition', 'press', 'markdown'] as const;
export type CitationStyle = (typeof citationStyles)[number];

export function cite(_style: CitationStyle, turns: readonly QuotedTurn[], source: Source): Citation {
  return shortCitation(speechesOf(turns), source);
}
