import { Bookmark } from 'lucide-react';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { PlacedMark } from './placed-marks.ts';

type MarkMarginProps = {
  segments: readonly StoredSegment[];
  marks: readonly PlacedMark[];
  onOpen: (id: string) => void;
};

const shownLetters = 80;

function nameOf({ voices, mark, words }: PlacedMark): string {
  const said = mark.note || words;
  const short = said.length > shownLetters ? `${said.slice(0, shownLetters).trimEnd()}…` : said;
  return [`Trecho marcado${voices.length === 0 ? '' : `, ${voices.join(' e ')}`}`, short].join(': ');
}

/** The marks that begin in a row, in its right margin. In a very wide window each shows its voice and note. */
export function MarkMargin({ segments, marks, onOpen }: MarkMarginProps) {
  const begun = marks.filter(({ pieces: [first] }) => segments.some(({ id }) => id === first?.id));
  if (begun.length === 0) return null;
  return (
    <div className="mark-margin print:hidden">
      {begun.map((each) => (
        <button
          key={each.mark.id}
          type="button"
          data-mark={each.mark.id}
          // The list has one stop for all marks; here Tab would stop at each of them.
          tabIndex={-1}
          title={nameOf(each)}
          aria-label={nameOf(each)}
          onClick={() => onOpen(each.mark.id)}
          className="mark-button group/mark"
        >
          <Bookmark
            aria-hidden="true"
            className={classNames(
              'size-4 shrink-0',
              each.place.state === 'changed' ? 'text-notice' : 'fill-thread text-thread',
            )}
          />
          <span aria-hidden="true" className="mark-aside">
            {each.voices.length === 0 ? null : (
              <span className="truncate font-medium">{each.voices.join(', ')}</span>
            )}
            {each.mark.note === '' ? null : (
              <span className="line-clamp-2 text-ink-soft">{each.mark.note}</span>
            )}
          </span>
        </button>
      ))}
    </div>
  );
}
