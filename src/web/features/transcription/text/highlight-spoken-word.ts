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
  /** True if the page opens elsewhere, such as at a search hit. */
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
  let spokenAt = '';
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
    const [seen, frameOf] = [target.getBoundingClientRect(), box.getBoundingClientRect()];
    return seen.bottom > frameOf.top + edgePx && seen.top < frameOf.bottom - edgePx;
  }

  function keepInView(index: number) {
    const target = word ?? row;
    if (target === null) return showSegment(index);
    const [seen, frameOf] = [target.getBoundingClientRect(), box.getBoundingClientRect()];
    if (seen.top >= frameOf.top + edgePx && seen.bottom <= frameOf.bottom - edgePx) return;
    const by = seen.top - frameOf.top - frameOf.height * 0.3;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isFar = Math.abs(by) > frameOf.height * 1.5;
    box.scrollBy({ top: by, behavior: isStill || isFar ? 'instant' : 'smooth' });
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
      spokenAt = '';
      return;
    }
    const words = timedWords(segment);
    const at = lastStartedIndex(words, ms);
    const isSaid = (words[at]?.end_ms ?? 0) + lingerMs >= ms;
    const nextSpokenAt = `${segment.id} ${isSaid ? at : -1}`;
    const isDrawn = row?.isConnected && (word === null || word.isConnected);
    if (nextSpokenAt === spokenAt && isDrawn) return;
    const nextRow = box.querySelector(`[data-segment="${segment.id}"]`);
    highlight(nextRow, isSaid ? (nextRow?.querySelector(`[data-word="${at}"]`) ?? null) : null);
    const isNew = nextSpokenAt !== spokenAt;
    spokenAt = nextSpokenAt;
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
    const isTheirs = performance.now() < scrollingUntilMs;
    // Rows that scroll into view are new elements and need their mark.
    draw();
    if (!isTheirs) return;
    scrollingUntilMs = performance.now() + scrollingMs;
    if (spokenAt !== '') setFollowing(isInView());
  }

  const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
  for (const sign of signs) box.addEventListener(sign, noteScrolling, { passive: true });
  box.addEventListener('scroll', onScroll, { passive: true });
  const unsubscribe = clock.subscribe(wake);
  wake();

  return {
    /** Scrolls back to the spoken word. */
    follow() {
      scrollingUntilMs = 0;
      spokenAt = '';
      setFollowing(true);
      wake();
    },
    /** Stops following because the page shows another place, such as a match. */
    letGo() {
      if (spokenAt !== '') setFollowing(false);
    },
    stop() {
      cancelAnimationFrame(frame);
      unsubscribe();
      highlight(null, null);
      for (const sign of signs) box.removeEventListener(sign, noteScrolling);
      box.removeEventListener('scroll', onScroll);
    },
  };
}
