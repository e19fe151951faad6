import { ChevronLeft, ChevronRight, Pause, Play, RotateCcw } from 'lucide-react';
import { type PointerEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { Player } from '../player/create-player.ts';
import { keyTargetOf, toggleEarlier } from '../player/player-keys.ts';
import { usePlayerState } from '../player/use-player.ts';
import { doubtfulWords } from './doubtful-words.ts';
import type { TranscriptView } from './use-transcript-view.ts';

/** No keyboard of a phone is lower, and the browser's own bars move by less. */
const minKeyboardPx = 120;
const skipBackMs = 2_000;

/** The lower edge of the visible window while the keyboard of a phone covers the rest; else undefined. */
function keyboardTop(): number | undefined {
  const { innerHeight, visualViewport } = window;
  if (visualViewport === null || keyTargetOf(document.activeElement) !== 'passage') return undefined;
  const { offsetTop, height, scale } = visualViewport;
  return innerHeight - height * scale < minKeyboardPx ? undefined : offsetTop + height;
}

function useKeyboardTop() {
  const [top, setTop] = useState(keyboardTop);
  useLayoutEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const update = () => setTop(keyboardTop());
    const { visualViewport } = window;
    visualViewport?.addEventListener('resize', update, { signal });
    visualViewport?.addEventListener('scroll', update, { signal });
    document.addEventListener('focusin', update, { signal });
    document.addEventListener('focusout', update, { signal });
    update();
    return () => stop.abort();
  }, []);
  return top;
}

type KeyboardRowProps = {
  view: TranscriptView;
  /** Undefined without sound. */
  player: Player | undefined;
  /** Of a review, which has its own order and goes on after a correction. */
  review?: { next: () => void; back: () => void } | undefined;
};

function leavePassage() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Above the keyboard of a phone, which covers the player. */
export function KeyboardRow({ view, player, review }: KeyboardRowProps) {
  const top = useKeyboardTop();
  const isOpen = top !== undefined;
  const { showCaret } = view;
  useLayoutEffect(() => {
    if (!isOpen) return;
    showCaret();
    document.addEventListener('input', showCaret);
    return () => document.removeEventListener('input', showCaret);
  }, [isOpen, showCaret]);
  const segments = useSyncExternalStore(view.store.subscribe, view.store.segments);
  if (top === undefined) return null;

  /** The sound goes there too, so that the play button plays the doubt. */
  function goToDoubt(by: 1 | -1) {
    if (review !== undefined) return by === 1 ? review.next() : review.back();
    const doubt = view.goToDoubt(by);
    if (doubt !== undefined) player?.seek(doubt.startMs);
  }

  /** A press that takes the focus would close the keyboard. */
  const keepFocus = (event: PointerEvent) => event.preventDefault();
  return (
    <section
      aria-label="Som e dúvidas"
      data-covers-text="bottom"
      onPointerDown={keepFocus}
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-x-0 z-30 flex h-11 -translate-y-full items-center justify-between border-t border-line bg-raised px-2 print:hidden"
      style={{ top }}
    >
      {player === undefined ? null : (
        <span className="flex">
          <IconButton label="Voltar 2 segundos" onClick={() => player.skip(-skipBackMs)}>
            <RotateCcw aria-hidden="true" className="size-5" />
          </IconButton>
          <PlayPause player={player} />
        </span>
      )}
      {review !== undefined || segments.some((each) => doubtfulWords(each).length > 0) ? (
        <span className="flex items-center text-sm text-ink-soft">
          <IconButton label="Dúvida anterior" onClick={() => goToDoubt(-1)}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <span aria-hidden="true">dúvida</span>
          <IconButton label="Próxima dúvida" onClick={() => goToDoubt(1)}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </IconButton>
        </span>
      ) : null}
      <Button variant="quiet" onClick={review === undefined ? view.endEditing : leavePassage}>
        Pronto
      </Button>
    </section>
  );
}

function PlayPause({ player }: { player: Player }) {
  const { isPlaying } = usePlayerState(player);
  const Icon = isPlaying ? Pause : Play;
  return (
    <IconButton label={isPlaying ? 'Pausar' : 'Tocar'} onClick={() => toggleEarlier(player)}>
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
