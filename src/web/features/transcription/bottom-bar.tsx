import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type BottomBarProps = {
  /** Absent for a placeholder without content. */
  label?: string;
  className?: string;
  children: ReactNode;
};

/**
 * The bar at the foot of the page: the progress of a running transcription, and later the player. Its height never
 * changes (bottom-bars.css), so neither its messages nor the end of the transcription move the text.
 */
export function BottomBar({ label, className, children }: BottomBarProps) {
  return (
    <section
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      data-covers-text="bottom"
      className={classNames(
        'bottom-bar fixed right-0 bottom-0 z-20 flex border-t border-line bg-raised px-gutter sm:px-8 print:hidden',
        className,
      )}
    >
      {children}
    </section>
  );
}
