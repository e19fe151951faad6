import { useEffect, useEffectEvent, useState } from 'react';
import type { QuotedTurn } from '#domain/citation/citation.ts';
import { quotableText } from '#domain/citation/quotable-text.ts';
import { type QuotableText, selectedTurns, selectedWords } from '#domain/citation/selected-turns.ts';
import type { Marked } from '#domain/marks/place-marks.ts';
import { speakerName } from '#domain/transcript/transcript-text.ts';
import { namingOf } from '../text/speaker-naming.ts';
import { readableViewport } from '../text/text-viewport.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { markableWords } from './markable-words.ts';
import { selectedDoubts } from './selected-doubts.ts';
import { selectedPlaces } from './selected-places.ts';

export type SelectedText = Readonly<{
  turns: readonly QuotedTurn[];
  words: Marked;
  doubts: number;
  /** The segments that the selection touches. */
  ids: readonly number[];
  /** The text says who speaks, at least in a part. */
  hasVoices: boolean;
  /** Where the selection is in the window, also outside the visible part. */
  top: number;
  bottom: number;
  left: number;
  isInView: boolean;
  /** The text scrolls, and this place is no longer right. */
  isMoving: boolean;
  /** The part of the window without bars, from the left edge of the text. */
  room: Readonly<{ top: number; bottom: number; left: number }>;
}>;

/** A selection by keyboard or on a phone changes with each letter. */
const restMs = 150;

export function textToQuote({ store, parts, hasTimes }: TranscriptView): QuotableText {
  const naming = namingOf(store);
  const nameOf = (speaker: string) => speakerName(speaker, naming);
  return quotableText({ segments: store.segments(), parts, nameOf, hasTimes });
}

function quotedFrom(view: TranscriptView, box: Element): SelectedText | undefined {
  const segments = view.store.segments();
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const ends = { first: { id: first.id, offset: 0 }, last: { id: last.id, offset: last.text.length } };
  const places = selectedPlaces(box, ends);
  if (places === undefined) return undefined;
  const { selected, range } = places;
  const text = textToQuote(view);
  const turns = selectedTurns(text, selected);
  const times = { startMs: turns[0]?.startMs, endMs: turns.at(-1)?.endMs };
  const words = markableWords(text, selected, times);
  if (words === undefined) return undefined;
  const { top, bottom, left } = range.getBoundingClientRect();
  const boxRect = box.getBoundingClientRect();
  const room = { ...readableViewport(boxRect), left: boxRect.left };
  const isInView = bottom > Math.max(room.top, boxRect.top) && top < Math.min(room.bottom, boxRect.bottom);
  return {
    turns,
    words,
    doubts: selectedDoubts(segments, selected),
    ids: selectedWords(segments, selected).map(({ segment }) => segment.id),
    hasVoices: segments.some(({ speaker }) => speaker !== undefined),
    top,
    bottom,
    left,
    isInView,
    isMoving: false,
    room,
  };
}

/** The selected words of the text, once the selection rests. */
export function useSelectedText(view: TranscriptView, isOffered: boolean): SelectedText | undefined {
  const [selected, setSelected] = useState<SelectedText>();
  const read = useEffectEvent(() => {
    const box = view.box.current;
    setSelected(box === null || !isOffered ? undefined : quotedFrom(view, box));
  });
  /** The panel beside the text scrolls too. */
  const movesText = useEffectEvent(({ target }: Event): boolean => {
    const box = view.box.current;
    return box !== null && target instanceof Node && (target.contains(box) || box.contains(target));
  });
  useEffect(() => {
    let rested: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const readLater = () => {
      clearTimeout(rested);
      if (!isPressed) rested = setTimeout(read, restMs);
    };
    const onChange = () => {
      if (getSelection()?.isCollapsed !== false) {
        clearTimeout(rested);
        setSelected(undefined);
      } else readLater();
    };
    const onScroll = (event: Event) => {
      if (!movesText(event)) return;
      setSelected((now) => (now === undefined || now.isMoving ? now : { ...now, isMoving: true }));
      readLater();
    };
    const onDown = (event: PointerEvent) => {
      // A finger that selects sends no end of its press, and neither does a mouse on the scroll bar of the page.
      isPressed = event.pointerType === 'mouse' && event.target !== document.documentElement;
    };
    const onUp = () => {
      isPressed = false;
      onChange();
    };
    const controller = new AbortController();
    const options = { signal: controller.signal };
    document.addEventListener('selectionchange', onChange, options);
    addEventListener('pointerdown', onDown, options);
    addEventListener('pointerup', onUp, options);
    addEventListener('pointercancel', onUp, options);
    addEventListener('scroll', onScroll, { ...options, capture: true, passive: true });
    addEventListener('resize', readLater, options);
    return () => {
      clearTimeout(rested);
      controller.abort();
    };
  }, []);
  return isOffered ? selected : undefined;
}
