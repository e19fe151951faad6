import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from './use-theme.ts';

type ThemeToggleProps = { withLabel?: boolean; className?: string };

/** Icon and name say what a press gives; both follow the page by CSS, so that they are right before any script runs. */
export function ThemeToggle({ withLabel = false, className }: ThemeToggleProps) {
  // Whoever listens makes the page follow the system and the other tabs; on most pages that is this button alone.
  useTheme();
  return (
    <button type="button" onClick={toggleTheme} className={className}>
      <Moon aria-hidden="true" className="size-5 dark:hidden" strokeWidth={1.75} />
      <Sun aria-hidden="true" className="hidden size-5 dark:block" strokeWidth={1.75} />
      <span className={withLabel ? undefined : 'sr-only'}>
        <span className="dark:hidden">Tema escuro</span>
        <span className="hidden dark:inline">Tema claro</span>
      </span>
    </button>
  );
}
