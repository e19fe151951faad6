import { type CitationStyle, cite, type QuotedTurn, type Source } from '#domain/citation/citation.ts';

/** Two lines of the menu. */
const shownLetters = 84;
/** Enough for the preview of an hour of text. */
const shownTurns = 20;

/** The beginning of a citation and its end: the source there is what differs between the styles. */
export function citationPreview(style: CitationStyle, turns: readonly QuotedTurn[], source: Source): string {
  const [first, last] = [turns.slice(0, shownTurns), turns.slice(shownTurns).slice(-shownTurns)];
  const text = cite(style, [...first, ...last], source).text.replaceAll('\n>\n', '\n');
  if (text.length <= shownLetters) return text;
  const start = text.slice(0, shownLetters / 2).replace(/\S*$/, '');
  const end = text.slice(-shownLetters / 2).replace(/^\S*/, '');
  return `${start.trimEnd()} … ${end.trimStart()}`;
}
