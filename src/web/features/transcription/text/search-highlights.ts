import type { Match } from './find-text.ts';
import { rangeIn } from './text-selection.ts';

const names = { all: 'transcript-found', current: 'transcript-found-now' } as const;

/** Browsers without the Highlight API still scroll to the match. */
export const canHighlight = () => typeof Highlight === 'function' && CSS.highlights !== undefined;

export function matchRange(box: Element, { id, isName = false, ...range }: Match): Range | undefined {
  const segment = box.querySelector(`[data-segment="${id}"]`);
  const text = isName
    ? (segment?.closest('li')?.querySelector('[data-turn-name]') ?? null)
    : (segment?.querySelector('[data-text]') ?? null);
  return text === null ? undefined : rangeIn(text, range);
}

export function clearHighlights() {
  if (!canHighlight()) return;
  for (const name of Object.values(names)) CSS.highlights.delete(name);
}

/** Marks only rendered rows, because this runs on every keystroke and a text can have a thousand rows. */
export function highlightMatches(box: Element, matches: readonly Match[], current: Match | undefined) {
  if (!canHighlight()) return;
  const drawn = new Set<number>();
  for (const row of box.querySelectorAll('[data-segment]'))
    drawn.add(Number(row.getAttribute('data-segment')));
  const ranges = matches
    .filter((match) => drawn.has(match.id) && match !== current)
    .map((match) => matchRange(box, match))
    .filter((range) => range !== undefined);
  CSS.highlights.set(names.all, new Highlight(...ranges));
  const now = current === undefined ? undefined : matchRange(box, current);
  CSS.highlights.set(names.current, new Highlight(...(now === undefined ? [] : [now])));
}
