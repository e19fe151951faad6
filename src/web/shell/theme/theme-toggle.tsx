import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from './use-theme.ts';

type ThemeToggleProps = { withLabel?: boolean; className?: string };

/** Icon and name show the theme that a click selects. Both follow by CSS, so they are correct before hydration. */
export function ThemeToggle({ withLabel = false, className }: ThemeToggleProps) {
  // Subscribes to changes by the system and other tabs. On most pages only this button does so.
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
