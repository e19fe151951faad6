import { rangeIn } from './caret.ts';
import type { Match } from './find-text.ts';

const names = { all: 'transcript-found', current: 'transcript-found-now' } as const;

/** Where a browser has no such marks the text is still scrolled to what was found. */
const canMark = () => typeof Highlight === 'function' && CSS.highlights !== undefined;

export function rangeOf(box: Element, { id, ...place }: Match): Range | undefined {
  const text = box.querySelector(`[data-segment="${id}"] [data-text]`);
  return text === null ? undefined : rangeIn(text, place);
}

/** On a phone the whole box of the text may lie below the fold. */
export function bringIntoView({ startContainer }: Range) {
  startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
}

export function clearMarks() {
  if (!canMark()) return;
  for (const name of Object.values(names)) CSS.highlights.delete(name);
}

/** Only what is drawn: marks of a thousand rows that nobody sees would be made for each letter of the query. */
export function markMatches(box: Element, matches: readonly Match[], current: Match | undefined) {
  if (!canMark()) return;
  const drawn = new Set<number>();
  for (const row of box.querySelectorAll('[data-segment]'))
    drawn.add(Number(row.getAttribute('data-segment')));
  const ranges = matches
    .filter((match) => drawn.has(match.id) && match !== current)
    .map((match) => rangeOf(box, match))
    .filter((range) => range !== undefined);
  CSS.highlights.set(names.all, new Highlight(...ranges));
  const now = current === undefined ? undefined : rangeOf(box, current);
  CSS.highlights.set(names.current, new Highlight(...(now === undefined ? [] : [now])));
}
