import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { focusContent } from '../browser/focus-content.ts';
import { classNames } from '../ui/class-names.ts';
import { ThemeToggle } from './theme/theme-toggle.tsx';

const shownAfterPx = 300;
/**
 * On phones a tab as wide as the pages' gutter, and in it: at rest it lies on nothing that is read or pressed. In px as
 * the gutter is, so that it does not grow out of it with large letters. A finger needs more than it shows: presses
 * above and below count too, but hardly beside it, where the eye of a password or a row of the page is pressed.
 */
const roundClass =
  'relative grid h-[44px] w-gutter before:absolute before:-inset-y-[4px] before:right-0 before:w-[24px] before:content-[""] sm:before:hidden place-items-center rounded-l-control border border-r-0 border-line bg-raised text-ink-soft transition-colors hover:text-ink sm:size-11 sm:rounded-full sm:border-r sm:shadow-float [&>svg]:size-[16px] sm:[&>svg]:size-5';

function useScrolledPast(px: number) {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > px);
    // Not in the middle of the page's coming alive: the answer would cost a layout of its own.
    const first = requestAnimationFrame(look);
    addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      removeEventListener('scroll', look);
    };
  }, [px]);
  return past;
}

function scrollToTop() {
  // The button goes away at the top, and would take the focus with it.
  focusContent();
  // Asked of the page by script, a smooth way is taken whatever the styles say of motion.
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
}

/**
 * Fixed at the bottom right of every page outside the dashboard. On phones they would lie on the text: there they step
 * aside while somebody reads on or writes, and come back with the first move upwards, at the end, and for the keyboard.
 */
export function CornerButtons() {
  const canGoUp = useScrolledPast(shownAfterPx);
  const readingOn = useScrollingDown();
  return (
    <div
      data-aside={readingOn || undefined}
      className="corner-buttons pointer-events-none fixed right-0 bottom-4 z-30 flex flex-col gap-2 sm:right-6 sm:bottom-6 print:hidden noscript:hidden"
    >
      {canGoUp ? (
        <button
          type="button"
          aria-label="Voltar ao topo"
          title="Voltar ao topo"
          onClick={scrollToTop}
          className={classNames(roundClass, 'pointer-events-auto animate-appear')}
        >
          <ArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
      ) : null}
      <ThemeToggle className={classNames(roundClass, 'pointer-events-auto')} />
    </div>
  );
}

const readScrollPosition = (): ScrollPosition => ({
  top: window.scrollY,
  viewHeight: window.innerHeight,
  pageHeight: document.documentElement.scrollHeight,
});

/** Whether the page is being read downwards. */
export function useScrollingDown() {
  const [readingOn, setReadingOn] = useState(false);
  useEffect(() => {
    let before = readScrollPosition();
    const look = () => {
      const now = readScrollPosition();
      const { top } = before;
      before = now;
      setReadingOn((was) => isScrollingDown({ was, fromTop: top, now }));
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return readingOn;
}

export type ScrollPosition = { top: number; viewHeight: number; pageHeight: number };

/** A finger that rests trembles by as much. */
const minScrollPx = 4;
/** The last of a page is its footer, with room for whatever floats there. */
const pageEndPx = 48;

type ScrollMove = { was: boolean; fromTop: number; now: ScrollPosition };

/** A jump (a link inside the page, the End key) is not reading: what was asked for is at its place at once. */
export function isScrollingDown({ was, fromTop, now }: ScrollMove): boolean {
  const moved = now.top - fromTop;
  if (now.pageHeight - now.viewHeight - now.top <= pageEndPx) return false;
  if (Math.abs(moved) < minScrollPx) return was;
  return moved > 0 && moved < now.viewHeight / 2;
}
