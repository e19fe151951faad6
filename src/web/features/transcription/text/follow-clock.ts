import type { PlaybackClock } from '../player/create-player.ts';
import { lastStartedIndex, timedWords } from './segment-words.tsx';
import type { TextStore } from './text-store.ts';

type FollowOptions = {
  clock: PlaybackClock;
  store: TextStore;
  box: HTMLElement;
  /** Brings a segment onto the page that is not drawn. */
  showSegment: (index: number) => void;
  /** What is spoken was scrolled out of sight by the person. */
  onAway: (isAway: boolean) => void;
  /** The page opens at another place on purpose, such as a search hit. */
  startsAway: boolean;
};

/** How long the person's own scrolling counts as theirs after the last sign of it. */
const scrollingMs = 400;
const edgePx = 12;
/** A word stays marked over the short pause to the next. */
const lingerMs = 350;

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

export type Follower = ReturnType<typeof followClock>;

/**
 * Marks what is spoken and keeps it in view. Sixty times a second nothing is drawn but two attributes of two elements:
 * no component hears of it.
 */
export function followClock({ clock, store, box, showSegment, onAway, startsAway }: FollowOptions) {
  let frame = 0;
  let row: Element | null = null;
  let word: Element | null = null;
  let place = '';
  let isFollowing = !startsAway;
  let scrollingUntilMs = 0;

  function mark(nextRow: Element | null, nextWord: Element | null) {
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
      mark(null, null);
      place = '';
      return;
    }
    const words = timedWords(segment);
    const at = lastStartedIndex(words, ms);
    const isSaid = (words[at]?.end_ms ?? 0) + lingerMs >= ms;
    const nextPlace = `${segment.id} ${isSaid ? at : -1}`;
    const isDrawn = row?.isConnected && (word === null || word.isConnected);
    if (nextPlace === place && isDrawn) return;
    const nextRow = box.querySelector(`[data-segment="${segment.id}"]`);
    mark(nextRow, isSaid ? (nextRow?.querySelector(`[data-word="${at}"]`) ?? null) : null);
    const isNew = nextPlace !== place;
    place = nextPlace;
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
    // A press on the text is none on the scroll bar.
    if (event.type === 'pointerdown' && event.target !== box) return;
    scrollingUntilMs = performance.now() + scrollingMs;
  }

  function onScroll() {
    const isTheirs = performance.now() < scrollingUntilMs;
    // Rows that come into view get their mark.
    draw();
    if (!isTheirs) return;
    scrollingUntilMs = performance.now() + scrollingMs;
    if (place !== '') setFollowing(isInView());
  }

  const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
  for (const sign of signs) box.addEventListener(sign, noteScrolling, { passive: true });
  box.addEventListener('scroll', onScroll, { passive: true });
  const unsubscribe = clock.subscribe(wake);
  wake();

  return {
    /** Back to what is spoken. */
    follow() {
      scrollingUntilMs = 0;
      place = '';
      setFollowing(true);
      wake();
    },
    /** The page shows something else on purpose. */
    letGo() {
      if (place !== '') setFollowing(false);
    },
    stop() {
      cancelAnimationFrame(frame);
      unsubscribe();
      mark(null, null);
      for (const sign of signs) box.removeEventListener(sign, noteScrolling);
      box.removeEventListener('scroll', onScroll);
    },
  };
}
