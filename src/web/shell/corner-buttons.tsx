import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { focusContent } from '#web/browser/focus-content.ts';
import { useHideWhileScrolling } from '#web/browser/hide-while-scrolling.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ThemeToggle } from './theme/theme-toggle.tsx';

const shownAfterPx = 300;
/**
 * On phones the button fits into the page gutter, so it covers no text or control. Its size is
 * in px, like the gutter, so that large text does not make it wider. The touch target extends above and below, but
 * hardly sideways, where other controls are.
 */
const roundClass =
  'relative grid h-[44px] w-gutter before:absolute before:-inset-y-[4px] before:right-0 before:w-[24px] before:content-[""] sm:before:hidden place-items-center rounded-l-control border border-r-0 border-line bg-raised text-ink-soft transition-colors hover:text-ink sm:size-11 sm:rounded-full sm:border-r sm:shadow-float [&>svg]:size-[16px] sm:[&>svg]:size-5';

function useScrolledPast(px: number) {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const update = () => setPast(window.scrollY > px);
    // Wait for a frame: reading scrollY during hydration would force a layout.
    const first = requestAnimationFrame(update);
    addEventListener('scroll', update, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      removeEventListener('scroll', update);
    };
  }, [px]);
  return past;
}

function scrollToTop() {
  // The button disappears at the top, and the focus with it.
  focusContent();
  // Scrolling by script ignores the CSS setting for reduced motion.
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
}

/**
 * Fixed at the bottom right of every page outside the dashboard. On phones the theme is in the footer and the menu,
 * because its button would look cut off in the gutter. There they would cover text, so they hide
 * while the visitor scrolls down or types. Scrolling up, the end of the page and keyboard focus bring them back.
 */
export function CornerButtons() {
  const canGoUp = useScrolledPast(shownAfterPx);
  const isHidden = useHideWhileScrolling();
  return (
    <div
      data-aside={isHidden || undefined}
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
      <ThemeToggle className={classNames(roundClass, 'pointer-events-auto max-sm:hidden')} />
    </div>
  );
}
