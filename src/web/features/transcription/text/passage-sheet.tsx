import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { partHeadings } from '#domain/transcript/part-headings.ts';
import { toReadingParagraphs } from '#domain/transcript/reading-paragraphs.ts';
import { namingIn, speakerName } from '#domain/transcript/transcript-text.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { PlaybackClock } from '../player/create-player.ts';
import { highlightSpokenWord } from './highlight-spoken-word.ts';
import { lastStartedIndex } from './segment-words.tsx';
import { TextRow } from './text-row.tsx';
import type { TranscriptView } from './use-transcript-view.ts';

/** The paragraph of a moment, and the name of its speaker. */
function usePassage({ store, parts }: TranscriptView, ms: number) {
  const segments = useSyncExternalStore(store.subscribe, store.segments);
  const names = useSyncExternalStore(store.subscribe, store.names);
  return useMemo(() => {
    const cited = segments[Math.max(0, lastStartedIndex(segments, ms))];
    const paragraph = toReadingParagraphs(segments, partHeadings(segments, parts)).find(
      (each) => cited !== undefined && each.segments.includes(cited),
    );
    if (cited === undefined || paragraph === undefined) return undefined;
    const { speaker } = cited;
    const naming = namingIn(segments, names);
    return { cited, paragraph, name: speaker === undefined ? undefined : speakerName(speaker, naming) };
  }, [segments, names, parts, ms]);
}

type PassageSheetProps = {
  view: TranscriptView;
  /** Null without a sound. */
  clock: PlaybackClock | null;
  /** The time that a sentence of the summary cites. */
  ms: number;
  /** Its button. Safari does not focus a pressed button. */
  moment: HTMLElement;
  onClose: () => void;
  onGoToText: () => void;
};

const noActions = {
  type() {},
  undo() {},
  redo() {},
  move: () => false,
  leave() {},
};

/** The cited passage over the summary, where the window has no room for the text beside it. */
export function PassageSheet(props: PassageSheetProps) {
  const { view, clock, ms, moment, onClose, onGoToText } = props;
  const passage = usePassage(view, ms);
  const sheet = useRef<HTMLElement>(null);
  const box = useRef<HTMLElement>(null);
  const { store } = view;
  const citedId = passage?.cited.id;

  // The sheet leaves less room to the summary, and the pressed moment stays in view.
  useLayoutEffect(() => {
    moment.scrollIntoView({ block: 'nearest' });
  }, [moment]);

  useEffect(() => {
    const cited = box.current?.querySelector(`[data-segment="${citedId}"]`);
    cited?.scrollIntoView({ block: 'nearest' });
  }, [citedId]);

  function close() {
    const hasFocus = sheet.current?.contains(document.activeElement) === true;
    if (hasFocus) moment.focus();
    onClose();
  }
  const closeByKey = useEffectEvent(close);
  useEffect(() => {
    // Before the panel, which Escape would leave for the text.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('[role=dialog], [role=menu]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      closeByKey();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);

  useEffect(() => {
    if (clock === null || box.current === null) return;
    const following = highlightSpokenWord({
      clock,
      store,
      box: box.current,
      showSegment() {},
      onAway() {},
      startsAway: false,
    });
    return following.stop;
  }, [clock, store]);

  if (passage === undefined) return null;
  return (
    <section
      ref={sheet}
      aria-label="Trecho citado"
      className="passage-sheet flex flex-col rounded-t-card border-t border-line bg-raised shadow-float print:hidden"
    >
      <header className="flex min-h-12 items-center gap-2 border-b border-line pl-5 pr-2 text-sm">
        {passage.name === undefined ? null : (
          <strong className="min-w-0 truncate font-semibold">{passage.name}</strong>
        )}
        <span className="text-ink-soft tabular-nums">{formatTimestamp(ms)}</span>
        <span className="grow" />
        <Button variant="quiet" className="shrink-0 whitespace-nowrap" onClick={onGoToText}>
          Ir ao texto
        </Button>
        <IconButton label="Fechar o trecho" onClick={close}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </header>
      <section
        ref={box}
        aria-label="Texto do trecho"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto overscroll-contain px-5 py-3"
      >
        <TextRow
          segments={passage.paragraph.segments}
          shape="paragraphs"
          hasWordElements
          hasTime={false}
          hasName={false}
          isStop={false}
          isFresh={false}
          actions={noActions}
          onSeek={null}
        />
      </section>
    </section>
  );
}
