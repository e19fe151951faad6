import { Moon, Sun } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { useTheme } from './use-theme.ts';

type ThemeToggleProps = { withLabel?: boolean; className?: string };

/** The icon follows the page by CSS, so that it is right before any script has run. */
export function ThemeToggle({ withLabel = false, className }: ThemeToggleProps) {
  const { theme, toggle } = useTheme();
  return (
    <button
      type="button"
      aria-pressed={theme === 'dark'}
      {...(withLabel ? {} : { 'aria-label': 'Tema escuro', title: 'Tema escuro' })}
      onClick={toggle}
      className={className}
    >
      <Moon aria-hidden="true" className={classNames('size-5 dark:hidden')} strokeWidth={1.75} />
      <Sun aria-hidden="true" className={classNames('hidden size-5 dark:block')} strokeWidth={1.75} />
      {withLabel ? 'Tema escuro' : null}
    </button>
  );
}
