import { FileAudio, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import type { SegmentWarning, StoredSegment } from '#domain/transcript/segment.ts';
import { isNonEmptySegment } from '#domain/transcript/transcript-text.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type EditorActions, SegmentEditor } from './segment-editor.tsx';
import { SegmentWords } from './segment-words.tsx';

const warningTexts = {
  loop: 'Trecho repetido demais: confira com o áudio',
  too_fast: 'Texto demais para tão pouco tempo: confira com o áudio',
  invented: 'Pode não ter sido dito: aqui quase não há som',
  other_language: 'Parece ter saído em outro idioma: confira com o áudio',
} satisfies Record<SegmentWarning, string>;

/** Paragraphs to read, or one row with its time for each segment. */
export type TextShape = 'paragraphs' | 'sentences' | 'editing';

type TextRowProps = {
  segments: readonly StoredSegment[];
  shape: TextShape;
  hasWordElements: boolean;
  /** False for an imported text, which has no times. */
  hasTime: boolean;
  /** The speaker's name stands above the text. */
  hasName: boolean;
  /** The only row of the list in the Tab order, because a list may have a thousand rows. */
  isStop: boolean;
  /** It arrived while the page was open. */
  isFresh: boolean;
  actions: EditorActions;
  onSeek: ((ms: number) => void) | null;
};

const readingClass = 'font-serif text-reading break-words whitespace-pre-wrap text-pretty';
const editorClass =
  '-mx-2 rounded-control px-2 outline-offset-0 ring-line hover:ring-1 focus-visible:bg-raised';

/** In the left margin; on phones at the right of the name, or in the first line of the text. */
function timeClass(shape: TextShape, hasName: boolean) {
  return classNames(
    'transcript-time flex min-h-10 items-center rounded-control px-2 text-sm text-ink-faint tabular-nums',
    'sm:absolute sm:top-0 sm:-left-2 sm:-mt-1.5 sm:w-[4.5rem] sm:justify-end',
    hasName
      ? 'max-sm:absolute max-sm:-top-1.5 max-sm:-right-2 max-sm:z-11'
      : shape === 'paragraphs'
        ? 'max-sm:float-right max-sm:-my-1.5 max-sm:-mr-2'
        : 'max-sm:-my-2 max-sm:-ml-2',
  );
}

/** A new list of the same segments is the same row: each key press makes new lists of all rows. */
function isSameRow(before: TextRowProps, next: TextRowProps): boolean {
  const { segments, ...rest } = next;
  const isSameText =
    segments.length === before.segments.length && segments.every((each, at) => each === before.segments[at]);
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return isSameText && names.every((name) => Object.is(before[name], rest[name]));
}

export const TextRow = memo(function TextRow(props: TextRowProps) {
  const { segments, shape, hasWordElements, hasTime, hasName, isStop, isFresh, actions, onSeek } = props;
  const [first] = segments;
  if (first === undefined) return null;
  const isParagraph = shape === 'paragraphs';
  return (
    <div
      data-segment={isParagraph ? undefined : first.id}
      data-timed={hasTime || undefined}
      className={classNames(
        'transcript-row relative',
        isParagraph ? 'pb-3' : 'py-1',
        hasName && 'pt-7',
        isFresh && 'animate-rise',
      )}
    >
      {hasTime ? (
        <TimeButton
          ms={first.start_ms}
          isStop={isStop}
          onSeek={onSeek}
          className={timeClass(shape, hasName)}
        />
      ) : null}
      <div
        className={classNames(
          'transcript-body max-w-[68ch] font-serif text-reading',
          hasTime && 'sm:ml-[4.25rem]',
        )}
      >
        {shape === 'editing' ? (
          <SegmentEditor
            segment={first}
            actions={actions}
            className={classNames(readingClass, editorClass, first.text === '' && 'empty-segment')}
          />
        ) : (
          <p lang="pt-BR" className={readingClass} data-text={isParagraph ? undefined : ''}>
            {isParagraph
              ? segments.map((segment, at) => (
                  <SegmentText key={segment.id} {...{ segment, hasWordElements }} isFirst={at === 0} />
                ))
              : segmentText(first, hasWordElements)}
          </p>
        )}
        <Warnings segments={segments} />
      </div>
    </div>
  );
}, isSameRow);

const segmentText = (segment: StoredSegment, hasWordElements: boolean) =>
  isNonEmptySegment(segment) ? (
    <SegmentWords segment={segment} hasElements={hasWordElements} />
  ) : (
    <span className="font-sans text-sm text-ink-faint">(trecho apagado)</span>
  );

type SegmentTextProps = { segment: StoredSegment; hasWordElements: boolean; isFirst: boolean };

const SegmentText = memo(function SegmentText({ segment, hasWordElements, isFirst }: SegmentTextProps) {
  return (
    <>
      {isFirst ? null : ' '}
      <span data-segment={segment.id} data-warned={segment.warning === undefined ? undefined : ''}>
        <span data-text>{segmentText(segment, hasWordElements)}</span>
      </span>
    </>
  );
});

type TimeButtonProps = Pick<TextRowProps, 'isStop' | 'onSeek'> & { ms: number; className: string };

function TimeButton({ ms, isStop, onSeek, className }: TimeButtonProps) {
  const time = formatTimestamp(ms);
  if (onSeek === null) return <span className={className}>{time}</span>;
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      data-row-stop
      title="Ouvir a partir daqui"
      aria-label={`Ouvir a partir de ${time}`}
      onClick={() => onSeek(ms)}
      className={`${className} hover:bg-sunken hover:text-ink`}
    >
      {time}
    </button>
  );
}

/** Several segments of a paragraph with the same warning share its line. */
function Warnings({ segments }: Pick<TextRowProps, 'segments'>) {
  const warnings = new Set(segments.map(({ warning }) => warning));
  warnings.delete(undefined);
  return [...warnings].map((warning) =>
    warning === undefined ? null : (
      <p
        key={warning}
        className="mt-1 mb-1 flex w-fit items-center gap-1.5 rounded-control bg-notice-soft px-2 py-1 font-sans text-sm text-notice"
      >
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        {warningTexts[warning]}
      </p>
    ),
  );
}

/** The joined files that begin at a row. */
export function FileHeadings({ names }: { names: readonly string[] | undefined }) {
  return names?.map((name) => (
    <h2
      key={name}
      className="mt-4 mb-2 flex min-w-0 items-start gap-2 border-t border-line pt-4 text-sm font-semibold"
    >
      <FileAudio aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </h2>
  ));
}
