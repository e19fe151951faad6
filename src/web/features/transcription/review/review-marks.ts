import type { Doubt } from '#domain/transcript/doubt-order.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { canHighlight } from '../text/search-highlights.ts';
import { rangeIn } from '../text/text-selection.ts';

const inHandName = 'transcript-doubt-now';
const othersName = 'transcript-doubt-beside';

type Marks = Readonly<{
  isOn: boolean;
  confirmed: ReadonlyMap<number, string>;
  unheard: ReadonlySet<number>;
  segmentAt: (id: number) => StoredSegment | undefined;
  /** The passage in hand, and its text when the person came to it. */
  current: Readonly<{ doubt: Doubt; text: string }> | undefined;
}>;

/**
 * Full ink for the passages that the person has heard and confirmed, a mark on the word in hand, and a line below the
 * other doubtful words of its passage.
 */
export function markReview(box: HTMLElement, marks: Marks) {
  const { isOn, confirmed, unheard, segmentAt, current } = marks;
  box.toggleAttribute('data-reviewing', isOn);
  for (const row of box.querySelectorAll('[data-segment]')) {
    const id = Number(row.getAttribute('data-segment'));
    const text = confirmed.get(id);
    const isChecked = text !== undefined && text === segmentAt(id)?.text && !unheard.has(id);
    row.toggleAttribute('data-checked', isOn && isChecked);
  }
  if (!canHighlight()) return;
  const editor =
    current === undefined ? null : box.querySelector(`[data-segment="${current.doubt.id}"] [data-text]`);
  // A corrected word has another length, and the person is writing there.
  const isAsBefore = current !== undefined && editor?.textContent === current.text;
  const rangeOf = (word: Place) => (isAsBefore && editor ? rangeIn(editor, word) : undefined);
  const { word, words } = current?.doubt ?? {};
  setHighlight(inHandName, word === undefined ? [] : [rangeOf(word)]);
  setHighlight(othersName, words?.filter((each) => each !== word).map(rangeOf) ?? []);
}

type Place = Readonly<{ start: number; end: number }>;

function setHighlight(name: string, places: readonly (Range | undefined)[]) {
  const ranges = places.filter((range) => range !== undefined);
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}
