import { FileAudio, TriangleAlert } from 'lucide-react';
import { memo, useSyncExternalStore } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import type { SegmentWarning } from '#domain/transcript/segment.ts';
import { classNames } from '../../../ui/class-names.ts';
import { type EditorActions, SegmentEditor } from './segment-editor.tsx';
import { SegmentWords } from './segment-words.tsx';
import { SpeakerName } from './speaker-name.tsx';
import type { TextStore } from './text-store.ts';

const warningTexts = {
  loop: 'Trecho repetido demais: confira com o áudio',
  too_fast: 'Texto demais para tão pouco tempo: confira com o áudio',
  invented: 'Pode não ter sido dito: aqui quase não há som',
  other_language: 'Parece ter saído em outro idioma: confira com o áudio',
} satisfies Record<SegmentWarning, string>;

type SegmentRowProps = {
  store: TextStore;
  id: number;
  /** The joined files that begin here. */
  fileNames: readonly string[] | undefined;
  /** Set where the speaker changes; the row then shows the name above the text. */
  speaker: string | undefined;
  speakerName: string | undefined;
  isEditing: boolean;
  hasWordElements: boolean;
  canRename: boolean;
  /** The only row of the list in the Tab order, because a list may have a thousand rows. */
  isStop: boolean;
  /** The segment arrived while the page was open. */
  isFresh: boolean;
  actions: EditorActions;
  onSeek: ((ms: number) => void) | null;
};

const timeClass =
  '-ml-2 -my-2 flex min-h-10 items-center self-start justify-self-start rounded-control px-2 text-sm text-ink-soft tabular-nums sm:-mt-1.5 sm:-mb-1';
const textClass = 'font-serif text-reading break-words whitespace-pre-wrap text-pretty';
const editorClass =
  '-mx-2 rounded-control px-2 outline-offset-0 ring-line hover:ring-1 focus-visible:bg-raised';

export const SegmentRow = memo(function SegmentRow(props: SegmentRowProps) {
  const {
    store,
    id,
    fileNames,
    speaker,
    speakerName,
    isEditing,
    hasWordElements,
    canRename,
    isStop,
    isFresh,
    actions,
    onSeek,
  } = props;
  const segment = useSyncExternalStore(store.subscribe, () => store.segmentAt(id));
  if (segment === undefined) return null;
  const { text, warning, start_ms } = segment;
  const time = formatTimestamp(start_ms);
  const line =
    speaker === undefined || speakerName === undefined ? undefined : { speaker, name: speakerName };
  return (
    <div
      data-segment={id}
      className={classNames(
        'transcript-segment -mx-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-1 rounded-control px-3 py-1 sm:grid-cols-[4rem_minmax(0,1fr)]',
        isFresh && 'animate-rise',
      )}
    >
      {fileNames?.map((name) => (
        <h2
          key={name}
          className="col-span-2 mt-4 mb-1 flex min-w-0 items-start gap-2 border-t border-line pt-4 text-sm font-semibold"
        >
          <FileAudio aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </h2>
      ))}
      {onSeek === null ? (
        <span className={timeClass}>{time}</span>
      ) : (
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          data-row-stop
          title="Ouvir a partir daqui"
          aria-label={`Ouvir a partir de ${time}`}
          onClick={() => onSeek(start_ms)}
          className={`${timeClass} hover:bg-sunken hover:text-ink`}
        >
          {time}
        </button>
      )}
      {line === undefined ? null : (
        <div className="-my-2 flex min-w-0 items-center sm:-mt-1.5 sm:-mb-1.5">
          <SpeakerName
            name={line.name}
            isStop={isStop}
            onRename={canRename ? (name) => store.rename(line.speaker, name) : undefined}
          />
        </div>
      )}
      <div className="col-span-2 min-w-0 max-w-[68ch] font-serif text-reading sm:col-span-1 sm:col-start-2">
        {isEditing ? (
          <SegmentEditor
            segment={segment}
            actions={actions}
            className={classNames(textClass, editorClass, text === '' && 'empty-segment')}
          />
        ) : (
          <p data-text lang="pt-BR" className={textClass}>
            {text.trim() === '' ? (
              <span className="font-sans text-sm text-ink-faint">(trecho apagado)</span>
            ) : (
              <SegmentWords segment={segment} hasElements={hasWordElements} />
            )}
          </p>
        )}
        {warning === undefined ? null : (
          <p className="mt-1 mb-1 inline-flex items-center gap-1.5 rounded-control bg-notice-soft px-2 py-1 font-sans text-sm text-notice">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            {warningTexts[warning]}
          </p>
        )}
      </div>
    </div>
  );
});
