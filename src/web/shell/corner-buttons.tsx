import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ThemeToggle } from '../features/theme/theme-toggle.tsx';
import { classNames } from '../ui/class-names.ts';
import { focusContent } from './focus-content.ts';
import { useReadingOn } from './use-reading-on.ts';

const shownAfterPx = 300;
const roundClass =
  'grid size-10 sm:size-11 place-items-center rounded-full border border-line bg-raised text-ink-soft shadow-float transition-colors hover:text-ink';

function useScrolledPast(px: number) {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > px);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [px]);
  return past;
}

function goToTop() {
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
  const readingOn = useReadingOn();
  return (
    <div
      data-aside={readingOn || undefined}
      className="corner-buttons pointer-events-none fixed right-4 bottom-4 z-30 flex flex-col gap-2 sm:right-6 sm:bottom-6 print:hidden"
    >
      {canGoUp ? (
        <button
          type="button"
          aria-label="Voltar ao topo"
          title="Voltar ao topo"
          onClick={goToTop}
          className={classNames(roundClass, 'pointer-events-auto animate-appear')}
        >
          <ArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </button>
      ) : null}
      <ThemeToggle className={classNames(roundClass, 'pointer-events-auto')} />
    </div>
  );
}
