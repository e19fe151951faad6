import { LocateFixed } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import '#web/styles/transcription.css';
import { Button } from '#web/ui/button.tsx';
import type { PlaybackClock } from '../player/create-player.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FindBar } from './find-bar.tsx';
import { PrintedText } from './printed-text.tsx';
import { SearchHitsBar } from './search-hits-bar.tsx';
import { type NamedTurn, TextRows } from './text-rows.tsx';
import { SaveProblem } from './text-tools.tsx';
import { useTextShortcuts } from './use-text-shortcuts.ts';
import { type TranscriptView, useSpokenWord } from './use-transcript-view.ts';
import { wordAt } from './word-elements.ts';

type TranscriptTextProps = {
  view: TranscriptView;
  clock: PlaybackClock | null;
  /** Null without audio: times and words are then not clickable. */
  onSeek: ((ms: number) => void) | null;
  /** In a box of 300 px instead of the page. */
  isCollapsed: boolean;
  onName: ((turn: NamedTurn, button: HTMLElement) => void) | undefined;
  margin: (segments: readonly StoredSegment[]) => ReactNode;
  /** Below the text: the watermark of the free plan. */
  footer?: ReactNode;
};

export function TranscriptText(props: TranscriptTextProps) {
  const { view, clock, onSeek, isCollapsed, onName, margin, footer } = props;
  const { store, box, status, editable } = view;
  useTextShortcuts(view);
  useSpokenWord(view, clock);

  // A native listener, because the text is not interactive itself; the times are its buttons.
  useEffect(() => {
    const element = box.current;
    if (element === null || onSeek === null) return;
    function playWord(event: MouseEvent) {
      // A click that ends a text selection must not seek.
      if (getSelection()?.isCollapsed === false) return;
      const word = wordAt(store, event);
      if (word !== undefined) onSeek?.(word.start_ms);
    }
    element.addEventListener('click', playWord);
    return () => element.removeEventListener('click', playWord);
  }, [store, box, onSeek]);

  const wasCollapsed = useRef(isCollapsed);
  useEffect(() => {
    // The page became short, and its end may be in view.
    if (isCollapsed && !wasCollapsed.current) box.current?.scrollIntoView({ block: 'start' });
    wasCollapsed.current = isCollapsed;
  }, [isCollapsed, box]);

  return (
    <>
      <div data-plays={onSeek === null ? undefined : ''} className="print:hidden">
        {status.isRestored ? (
          <p
            role="status"
            className="mb-3 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice"
          >
            Recuperamos o que você tinha escrito e ainda não estava salvo.
          </p>
        ) : null}
        <TextRows
          store={store}
          parts={view.parts}
          box={box}
          scroller={view.scroller}
          shape={view.shape}
          hasTimes={view.hasTimes}
          onName={editable ? onName : undefined}
          marksDoubt={view.marksDoubt && view.shape !== 'editing'}
          isCollapsed={isCollapsed}
          opensAt={view.opensAt}
          actions={view.actions}
          onSeek={onSeek}
          onDrawn={view.markRows}
          margin={margin}
          footer={footer}
        />
        {view.isAway ? (
          <div className="pointer-events-none sticky bottom-[calc(var(--bottom-bar-room)+var(--tray-room)+0.75rem)] z-10 grid h-0 items-end justify-items-center">
            <Button
              variant="secondary"
              className="pointer-events-auto animate-rise shadow-float"
              onClick={view.followSound}
            >
              <LocateFixed aria-hidden="true" className="size-4" />
              Voltar ao trecho que toca
            </Button>
          </div>
        ) : null}
        <ConflictDialog
          store={store}
          open={view.isChoosing}
          onOpenChange={view.chooseVersion}
          onResolve={view.resolve}
        />
      </div>
      <PrintedText store={store} parts={view.parts} footer={footer} />
    </>
  );
}

/** The bars between the header and the text. They stay in view while the text scrolls. */
export function TextBars({ view, hidesHint = false }: { view: TranscriptView; hidesHint?: boolean }) {
  const { isFinding, hits, isEditing } = view;
  return (
    <>
      {isFinding ? (
        <FindBar
          find={view.find}
          input={view.findInput}
          canReplace={view.editable}
          onClose={view.closeFind}
        />
      ) : hits === undefined ? null : (
        <SearchHitsBar hits={hits} />
      )}
      <SaveProblem view={view} />
      {isEditing && !isFinding && !hidesHint ? (
        <p className="border-b border-line bg-sunken px-gutter py-1.5 text-sm text-ink-soft max-sm:hidden sm:px-8">
          Tab vai ao próximo trecho, Ctrl+Espaço toca e pausa, Esc sai do trecho e depois termina. O que você
          escreve é salvo sozinho.
        </p>
      ) : null}
    </>
  );
}
