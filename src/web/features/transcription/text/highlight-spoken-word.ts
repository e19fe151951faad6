import type { PlaybackClock } from '../player/create-player.ts';
import { lastStartedIndex, spokenWordAt } from './segment-words.tsx';
import type { TextStore } from './text-store.ts';
import { bringIntoView, isInView, smoothScrollMs } from './text-viewport.ts';
import { wordRange } from './word-elements.ts';

type HighlightOptions = {
  clock: PlaybackClock;
  store: TextStore;
  box: HTMLElement;
  /** Scrolls to a segment that the virtual list has not rendered. */
  showSegment: (index: number) => void;
  /** Reports whether to offer the way back to the spoken word. */
  onAway: (isAway: boolean) => void;
  /** True if the page opens at another place than the spoken word, such as a search hit. */
  startsAway: boolean;
};

/** Scroll events this soon after user input count as the user's own scrolling. */
const scrollingMs = 400;

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

/** `elsewhere`: the page shows a search match. `scrolled_away`: the user scrolled the spoken word out of view. */
type Attention = 'following' | 'elsewhere' | 'scrolled_away';

type Place = Element | Range;

function isShown(spoken: Place | null): spoken is Place {
  return spoken instanceof Range ? spoken.startContainer.isConnected : spoken?.isConnected === true;
}

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
  let segmentElement: Element | null = null;
  /** The paragraph or row of the segment. */
  let row: Element | null = null;
  let word: Element | null = null;
  /**
   * The spoken word, or the last one during a pause: its element, or its letters in plain text. The segment while it is
   * edited, without words.
   */
  let spoken: Place | null = null;
  let spokenKey = '';
  let attention: Attention = startsAway ? 'elsewhere' : 'following';
  let scrollingUntilMs = 0;
  /** True from the first cue: a recording that has never played marks nothing at its beginning. */
  let isCued = false;
  /** The row was not rendered when its word came, so the next draw brings it into view. */
  let isRowAwaited = false;
  /** The row was plain text when its word came. */
  let isWordAwaited = false;
  let reported = false;
  let isScrolledByUser = false;
  /** The page scrolled by itself: to the focus of the keyboard, or for a screen reader. */
  let isScrolledByPage = false;
  let expectedScrollUntilMs = 0;
  /** Another part of the page scrolls to the paragraph that plays. */
  let isHeldUntilMs = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;

  function moveMark(from: Element | null, to: Element | null, mark: string) {
    if (from === to) return to;
    from?.removeAttribute(mark);
    to?.setAttribute(mark, '');
    return to;
  }

  function highlight(nextSegment: Element | null, nextWord: Element | null) {
    row = moveMark(row, nextSegment?.closest('.transcript-row') ?? null, 'data-plays-now');
    segmentElement = moveMark(segmentElement, nextSegment, 'data-spoken');
    word = moveMark(word, nextWord, 'data-spoken');
  }

  function report() {
    const isLost = attention === 'elsewhere' && spokenKey !== '' && clock.isPlaying();
    const isAway = isLost || attention === 'scrolled_away';
    if (isAway === reported) return;
    reported = isAway;
    onAway(isAway);
  }

  function turnTo(next: Attention) {
    attention = next;
    report();
  }

  function expectScroll() {
    expectedScrollUntilMs = performance.now() + smoothScrollMs;
  }

  function keepInView(index: number) {
    isRowAwaited = !isShown(spoken);
    if (!isShown(spoken)) showSegment(index);
    else if (!bringIntoView(spoken.getBoundingClientRect(), box)) return;
    expectScroll();
    clearTimeout(settling);
    settling = setTimeout(stayInView, smoothScrollMs);
  }

  /** A scroll misses its target if rows above get their heights meanwhile, or another smooth scroll still runs. */
  function stayInView() {
    isRowAwaited = false;
    if (attention !== 'following' || performance.now() < scrollingUntilMs || !isShown(spoken)) return;
    bringIntoView(spoken.getBoundingClientRect(), box, 'instant');
  }

  function draw() {
    const ms = clock.currentMs();
    const segments = store.segments();
    const isUntouched = ms === 0 && !clock.isPlaying() && !isCued;
    const index = isUntouched ? -1 : Math.max(lastStartedIndex(segments, ms), isCued ? 0 : -1);
    const segment = segments[index];
    if (segment === undefined) {
      highlight(null, null);
      spokenKey = '';
      return;
    }
    const { wordIndex, isMarked: isWordMarked } = spokenWordAt(segment, ms);
    const nextSpokenKey = `${segment.id} ${isWordMarked ? wordIndex : -1}`;
    const isDrawn = segmentElement?.isConnected && !isWordAwaited && (word === null || word.isConnected);
    if (nextSpokenKey === spokenKey && isDrawn) return;
    const nextSegment = box.querySelector(`[data-segment="${segment.id}"]`);
    const nextWord = nextSegment?.querySelector(`[data-word="${Math.max(0, wordIndex)}"]`) ?? null;
    highlight(nextSegment, isWordMarked ? nextWord : null);
    const letters = nextWord ?? wordRange(nextSegment, segment.text, Math.max(0, wordIndex));
    spoken = letters ?? nextSegment;
    const isNew = nextSpokenKey !== spokenKey || isRowAwaited;
    isWordAwaited = nextWord === null && letters !== undefined;
    spokenKey = nextSpokenKey;
    const mayScroll = !isScrolledByPage && performance.now() > Math.max(scrollingUntilMs, isHeldUntilMs);
    if (isNew && attention === 'following' && mayScroll) keepInView(index);
  }

  function tick() {
    draw();
    if (isScrolledByUser || (isScrolledByPage && attention === 'following')) noteAttention();
    isScrolledByPage = false;
    report();
    frame = clock.isPlaying() || isRowAwaited ? requestAnimationFrame(tick) : 0;
  }

  function noteAttention() {
    isScrolledByUser = false;
    if (spokenKey === '') return;
    const isWordInView = isShown(spoken) && isInView(spoken.getBoundingClientRect(), box);
    attention = isWordInView ? 'following' : 'scrolled_away';
  }

  function wake() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(tick);
  }

  function follow() {
    scrollingUntilMs = 0;
    spokenKey = '';
    // A smooth scroll to a match may still run.
    isScrolledByPage = false;
    expectScroll();
    turnTo('following');
    wake();
  }

  function onCue() {
    isCued = true;
    follow();
  }

  function noteScrolling(event: Event) {
    if (event instanceof KeyboardEvent && (event.defaultPrevented || !scrollKeys.has(event.key))) return;
    // A press on a scroll bar targets the scrolling element itself; a press on the text does not scroll.
    const isOnBar = event.target === box || event.target === document.documentElement;
    if (event.type === 'pointerdown' && !isOnBar) return;
    scrollingUntilMs = performance.now() + scrollingMs;
    // On a busy machine the page scrolls so late that the correction would undo it.
    clearTimeout(settling);
    isRowAwaited = false;
  }

  function onScroll({ target }: Event) {
    if (target !== document && target !== box) return;
    if (performance.now() < scrollingUntilMs) {
      isScrolledByUser = true;
      scrollingUntilMs = performance.now() + scrollingMs;
    } else if (clock.isPlaying() && !isRowAwaited && performance.now() > expectedScrollUntilMs)
      isScrolledByPage = true;
    // The virtual list creates new elements for rows that scroll into view. Mark them in the next frame, because the
    // list may hear of the scroll after this listener.
    wake();
  }

  const inputEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
  for (const sign of inputEvents) document.addEventListener(sign, noteScrolling, { passive: true });
  // Scroll events of the box do not bubble.
  document.addEventListener('scroll', onScroll, { passive: true, capture: true });
  // After the phone turned, the lines break elsewhere and the browser scrolls.
  addEventListener('resize', expectScroll);
  const stopListening = [clock.subscribe(wake), clock.onCue(onCue)];
  wake();

  return {
    /** Scrolls back to the spoken word. */
    follow,
    /** The list rendered rows, and their elements have no marks yet. */
    redraw: wake,
    /** Stops following because the page shows another place, such as a match. */
    lookElsewhere() {
      turnTo('elsewhere');
    },
    /** The page scrolls to the paragraph of the next cue itself. */
    hold() {
      isHeldUntilMs = performance.now() + smoothScrollMs + scrollingMs;
      expectScroll();
    },
    /** The text is about to move because its shape changes, and the spoken word stays in view. */
    expectScroll,
    /** The user closed the search: the next cue brings the text along, and until then it stays. */
    stopLooking() {
      if (attention === 'elsewhere' && !clock.isPlaying()) turnTo('following');
    },
    stop() {
      cancelAnimationFrame(frame);
      clearTimeout(settling);
      for (const stop of stopListening) stop();
      highlight(null, null);
      for (const sign of inputEvents) document.removeEventListener(sign, noteScrolling);
      document.removeEventListener('scroll', onScroll, { capture: true });
      removeEventListener('resize', expectScroll);
    },
  };
}
