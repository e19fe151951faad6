import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ExampleOpening } from '#contract/dashboard.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import '#web/styles/transcription.css';
import { apiPaths } from '#web/api/api-paths.ts';
import { decodePeaks, type MediaSource } from '#web/features/transcription/player/api.ts';
import { createPlayer, type Player } from '#web/features/transcription/player/create-player.ts';
import { useMediaSession } from '#web/features/transcription/player/player-keys.ts';
import {
  faultTexts,
  PlayButton,
  PlaybackAlert,
  Times,
} from '#web/features/transcription/player/player-parts.tsx';
import { usePlayerState } from '#web/features/transcription/player/use-player.ts';
import { Waveform } from '#web/features/transcription/player/waveform.tsx';
import {
  lastStartedIndex,
  SegmentWords,
  spokenWordAt,
  timedWords,
} from '#web/features/transcription/text/segment-words.tsx';
import { ExampleFrame } from './example-frame.tsx';

const source: MediaSource = { kind: 'audio', url: apiPaths.exampleSound };

const wordSelector = (segment: StoredSegment, word: number) =>
  `[data-segment="${segment.id}"] [data-word="${word}"]`;

type Spoken = { text: RefObject<HTMLElement | null>; segments: readonly StoredSegment[]; player: Player };

/** The text is short and never scrolls, so it needs only the mark. Runs on every frame, without a render. */
function useSpokenWord({ text, segments, player: { clock } }: Spoken) {
  useEffect(() => {
    let frame = 0;
    let marked: Element | null = null;
    function spokenElement() {
      const ms = clock.currentMs();
      const segment = segments[lastStartedIndex(segments, ms)];
      if (segment === undefined || (ms === 0 && !clock.isPlaying())) return null;
      const { wordIndex, isMarked } = spokenWordAt(segment, ms);
      return isMarked ? (text.current?.querySelector(wordSelector(segment, wordIndex)) ?? null) : null;
    }
    function draw() {
      const next = spokenElement();
      if (next !== marked) {
        marked?.removeAttribute('data-spoken');
        next?.setAttribute('data-spoken', '');
        marked = next;
      }
      frame = clock.isPlaying() ? requestAnimationFrame(draw) : 0;
    }
    const unsubscribe = clock.subscribe(() => {
      cancelAnimationFrame(frame);
      draw();
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [text, segments, clock]);
}

/** A native listener, because the text is not interactive itself: the player is its way for the keyboard. */
function usePressedWord({ text, segments, player }: Spoken) {
  useEffect(() => {
    const { current } = text;
    function playWord({ target }: MouseEvent) {
      // A click that ends a text selection must not play.
      if (!(target instanceof Element) || getSelection()?.isCollapsed === false) return;
      const word = target.closest('[data-word]');
      const id = Number(word?.closest('[data-segment]')?.getAttribute('data-segment'));
      const segment = segments.find((each) => each.id === id);
      if (word === null || segment === undefined) return;
      const pressed = timedWords(segment)[Number(word.getAttribute('data-word'))];
      if (pressed !== undefined) player.playFrom(pressed.start_ms);
    }
    current?.addEventListener('click', playWord);
    return () => current?.removeEventListener('click', playWord);
  }, [text, segments, player]);
}

export function ExamplePlayer({ example }: { example: ExampleOpening }) {
  const [player] = useState(() =>
    createPlayer({
      source,
      renewSource: async () => source,
      durationMs: example.duration_ms,
      startMs: 0,
      speed: 1,
    }),
  );
  const peaks = useMemo(() => decodePeaks(example.waveform.peaks), [example.waveform.peaks]);
  const segments = useMemo(() => example.turns.flatMap((turn) => turn.segments), [example.turns]);
  const text = useRef<HTMLDivElement>(null);
  const { fault } = usePlayerState(player);
  useSpokenWord({ text, segments, player });
  usePressedWord({ text, segments, player });
  useMediaSession(player, example.title);
  return (
    <ExampleFrame
      example={example}
      hint="Toque numa palavra para ouvir."
      renderSegment={(segment) => <SegmentWords segment={segment} hasElements />}
      textRef={text}
      player={
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: its captions are the text above */}
          <audio ref={player.attach} preload="metadata" />
          <PlayButton player={player} label="Tocar" />
          {fault === undefined ? (
            <>
              <Times player={player} className="flex" />
              <Waveform player={player} peaks={peaks} />
            </>
          ) : (
            <PlaybackAlert text={faultTexts[fault]} onRetry={player.play} />
          )}
        </>
      }
    />
  );
}
