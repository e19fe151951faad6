import type { Doubt } from '#domain/transcript/open-doubts.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { canHighlight } from '../text/search-highlights.ts';
import { rangeIn } from '../text/text-selection.ts';

const highlightName = 'transcript-doubt-now';

type Marks = Readonly<{
  isOn: boolean;
  confirmed: ReadonlyMap<number, string>;
  segmentAt: (id: number) => StoredSegment | undefined;
  /** The passage in hand, and its text when the person came to it. */
  current: Readonly<{ doubt: Doubt; text: string }> | undefined;
}>;

/** Full ink for the confirmed passages of the rendered rows, and a mark on the word in hand. */
export function markReview(box: HTMLElement, { isOn, confirmed, segmentAt, current }: Marks) {
  box.toggleAttribute('data-reviewing', isOn);
  for (const row of box.querySelectorAll('[data-segment]')) {
    const id = Number(row.getAttribute('data-segment'));
    const text = confirmed.get(id);
    row.toggleAttribute('data-checked', isOn && text !== undefined && text === segmentAt(id)?.text);
  }
  if (!canHighlight()) return;
  const editor =
    current === undefined ? null : box.querySelector(`[data-segment="${current.doubt.id}"] [data-text]`);
  // A corrected word has another length, and the person is writing there.
  const isAsBefore = current !== undefined && editor?.textContent === current.text;
  const range = isAsBefore && editor ? rangeIn(editor, current.doubt.word) : undefined;
  if (range === undefined) CSS.highlights.delete(highlightName);
  else CSS.highlights.set(highlightName, new Highlight(range));
}
