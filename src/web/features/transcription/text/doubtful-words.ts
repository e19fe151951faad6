import { placedWords } from '#domain/transcript/placed-words.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { canHighlight } from './search-highlights.ts';
import { isDoubtful } from './segment-words.tsx';
import { rangeIn } from './text-selection.ts';

/** A doubtful word as a place in the text of its segment, and in the sound. */
export type DoubtfulWord = Readonly<{
  id: number;
  start: number;
  end: number;
  startMs: number;
  endMs: number;
  confidence: number;
}>;

const known = new WeakMap<StoredSegment, readonly DoubtfulWord[]>();

export function doubtfulWords(segment: StoredSegment): readonly DoubtfulWord[] {
  const before = known.get(segment);
  if (before !== undefined) return before;
  // Most segments have no doubtful word, and a long recording has thousands of segments.
  const hasDoubt = segment.words?.some(({ confidence }) => isDoubtful(confidence)) ?? false;
  const words = hasDoubt ? placedWords(segment) : [];
  const found = words.flatMap(({ start, end, start_ms: startMs, end_ms: endMs, confidence = 1 }) =>
    isDoubtful(confidence) ? [{ id: segment.id, start, end, startMs, endMs, confidence }] : [],
  );
  known.set(segment, found);
  return found;
}

type Place = Readonly<{ id: number; offset: number }>;

/** The next doubtful word after a place in the text, or the one before it. Behind the last one comes the first. */
export function adjacentDoubt(
  segments: readonly StoredSegment[],
  start: Place,
  by: 1 | -1,
): DoubtfulWord | undefined {
  const found = doubtFrom(segments, start, by);
  if (found !== undefined) return found;
  const all = segments.flatMap(doubtfulWords);
  return by === 1 ? all[0] : all.at(-1);
}

function doubtFrom(
  segments: readonly StoredSegment[],
  { id, offset }: Place,
  by: 1 | -1,
): DoubtfulWord | undefined {
  const from = Math.max(
    0,
    segments.findIndex((each) => each.id === id),
  );
  for (let at = from; at >= 0 && at < segments.length; at += by) {
    const segment = segments[at];
    if (segment === undefined) return undefined;
    const isHere = at === from;
    const found = doubtfulWords(segment).filter(
      ({ start, end }) => !isHere || (by === 1 ? start > offset : end < offset),
    );
    const next = by === 1 ? found[0] : found.at(-1);
    if (next !== undefined) return next;
  }
  return undefined;
}

const highlightName = 'transcript-doubtful';

/** Underlines the doubtful words of the rendered editors, whose text must stay one node. */
export function highlightDoubt(box: Element, segmentAt: (id: number) => StoredSegment | undefined) {
  if (!canHighlight()) return;
  const ranges: Range[] = [];
  for (const editor of box.querySelectorAll('[data-segment] [contenteditable]')) {
    const segment = segmentAt(Number(editor.closest('[data-segment]')?.getAttribute('data-segment')));
    if (segment === undefined || editor.textContent !== segment.text) continue;
    for (const word of doubtfulWords(segment)) {
      const range = rangeIn(editor, word);
      if (range !== undefined) ranges.push(range);
    }
  }
  CSS.highlights.set(highlightName, new Highlight(...ranges));
}

export function clearDoubt() {
  if (canHighlight()) CSS.highlights.delete(highlightName);
}
