import type { PlaybackClock } from '../player/create-player.ts';
import { lastStartedIndex, timedWords } from './segment-words.tsx';
import type { TextStore } from './text-store.ts';

type HighlightOptions = {
  clock: PlaybackClock;
  store: TextStore;
  box: HTMLElement;
  /** Scrolls to a segment that the virtual list has not rendered. */
  showSegment: (index: number) => void;
  /** Reports whether the user has scrolled the spoken word out of view. */
  onAway: (isAway: boolean) => void;
  /** True if the page opens at another place than the spoken word, such as a search hit. */
  startsAway: boolean;
};

/** Scroll events this soon after user input count as the user's own scrolling. */
const scrollingMs = 400;
const edgePx = 12;
/** A word stays marked during the short pause before the next one. */
const lingerMs = 350;

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

export type SpokenWordHighlight = ReturnType<typeof highlightSpokenWord>;

/**
 * Marks the spoken word and keeps it in view. It runs on every frame, so it only sets attributes on two elements and
 * causes no React render.
 */
export function highlightSpokenWord({
  clock,
  store,
  box,
  showSegment,
  onAway,
  startsAway,
}: HighlightOptions) {
  let frame = 0;
  let row: Element | null = null;
  let word: Element | null = null;
  let spokenKey = '';
  let isFollowing = !startsAway;
  let scrollingUntilMs = 0;

  function highlight(nextRow: Element | null, nextWord: Element | null) {
    if (row !== nextRow) {
      row?.removeAttribute('data-spoken');
      nextRow?.setAttribute('data-spoken', '');
      row = nextRow;
    }
    if (word === nextWord) return;
    word?.removeAttribute('data-spoken');
    nextWord?.setAttribute('data-spoken', '');
    word = nextWord;
  }

  function isInView(): boolean {
    const target = word ?? row;
    if (target === null || !target.isConnected) return false;
    const [targetRect, boxRect] = [target.getBoundingClientRect(), box.getBoundingClientRect()];
    return targetRect.bottom > boxRect.top + edgePx && targetRect.top < boxRect.bottom - edgePx;
  }

  function keepInView(index: number) {
    const target = word ?? row;
    if (target === null) return showSegment(index);
    const [targetRect, boxRect] = [target.getBoundingClientRect(), box.getBoundingClientRect()];
    if (targetRect.top >= boxRect.top + edgePx && targetRect.bottom <= boxRect.bottom - edgePx) return;
    const offset = targetRect.top - boxRect.top - boxRect.height * 0.3;
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isFar = Math.abs(offset) > boxRect.height * 1.5;
    box.scrollBy({ top: offset, behavior: prefersReducedMotion || isFar ? 'instant' : 'smooth' });
  }

  function setFollowing(next: boolean) {
    if (isFollowing === next) return;
    isFollowing = next;
    onAway(!next);
  }

  function draw() {
    const ms = clock.currentMs();
    const segments = store.segments();
    const index = ms === 0 && !clock.isPlaying() ? -1 : lastStartedIndex(segments, ms);
    const segment = segments[index];
    if (segment === undefined) {
      highlight(null, null);
      spokenKey = '';
      return;
    }
    const words = timedWords(segment);
    const wordIndex = lastStartedIndex(words, ms);
    const isWordMarked = (words[wordIndex]?.end_ms ?? 0) + lingerMs >= ms;
    const nextSpokenKey = `${segment.id} ${isWordMarked ? wordIndex : -1}`;
    const isDrawn = row?.isConnected && (word === null || word.isConnected);
    if (nextSpokenKey === spokenKey && isDrawn) return;
    const nextRow = box.querySelector(`[data-segment="${segment.id}"]`);
    highlight(nextRow, isWordMarked ? (nextRow?.querySelector(`[data-word="${wordIndex}"]`) ?? null) : null);
    const isNew = nextSpokenKey !== spokenKey;
    spokenKey = nextSpokenKey;
    if (isNew && !isFollowing) onAway(true);
    if (isNew && isFollowing && performance.now() > scrollingUntilMs) keepInView(index);
  }

  function tick() {
    draw();
    frame = clock.isPlaying() ? requestAnimationFrame(tick) : 0;
  }

  function wake() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(tick);
  }

  function noteScrolling(event: Event) {
    if (event instanceof KeyboardEvent && !scrollKeys.has(event.key)) return;
    // A press on the scroll bar targets the box itself; a press on the text does not scroll.
    if (event.type === 'pointerdown' && event.target !== box) return;
    scrollingUntilMs = performance.now() + scrollingMs;
  }

  function onScroll() {
    const isByUser = performance.now() < scrollingUntilMs;
    // The virtual list creates new elements for rows that scroll into view, so mark them again.
    draw();
    if (!isByUser) return;
    scrollingUntilMs = performance.now() + scrollingMs;
    if (spokenKey !== '') setFollowing(isInView());
  }

  const inputEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
  for (const sign of inputEvents) box.addEventListener(sign, noteScrolling, { passive: true });
  box.addEventListener('scroll', onScroll, { passive: true });
  const unsubscribe = clock.subscribe(wake);
  wake();

  return {
    /** Scrolls back to the spoken word. */
    follow() {
      scrollingUntilMs = 0;
      spokenKey = '';
      setFollowing(true);
      wake();
    },
    /** Stops following because the page shows another place, such as a match. */
    stopFollowing() {
      if (spokenKey !== '') setFollowing(false);
    },
    stop() {
      cancelAnimationFrame(frame);
      unsubscribe();
      highlight(null, null);
      for (const sign of inputEvents) box.removeEventListener(sign, noteScrolling);
      box.removeEventListener('scroll', onScroll);
    },
  };
}
