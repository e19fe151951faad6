import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { classNames } from '#web/ui/class-names.ts';
import { decideTheme, paperColors, type Theme } from './theme.ts';

const listeners = new Set<() => void>();
const darkSystemQuery = '(prefers-color-scheme: dark)';

/** Fallback for forbidden storage (private windows, embedded views): the choice then lasts for the page. */
let chosenHere: Theme | null = null;

function currentTheme(): Theme {
  const chosen = readStored(storageKeys.theme) ?? chosenHere;
  return decideTheme(chosen, matchMedia(darkSystemQuery).matches);
}

function applyTheme() {
  const theme = currentTheme();
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', paperColors[theme]);
  }
  for (const listener of listeners) listener();
}

function toggleTheme() {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  chosenHere = theme;
  writeStored(storageKeys.theme, theme);
  applyTheme();
}

function onStorage(event: StorageEvent) {
  if (event.key !== storageKeys.theme && event.key !== null) return;
  chosenHere = null;
  applyTheme();
}

function subscribeToTheme(listener: () => void) {
  if (listeners.size === 0) {
    matchMedia(darkSystemQuery).addEventListener('change', applyTheme);
    addEventListener('storage', onStorage);
  }
  listeners.add(listener);
  // Apply changes between the head script and this first subscription.
  if (document.documentElement.dataset.theme !== currentTheme()) applyTheme();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    matchMedia(darkSystemQuery).removeEventListener('change', applyTheme);
    removeEventListener('storage', onStorage);
  };
}

/** The server cannot know the theme; hydration corrects the parts that depend on it. */
const serverTheme = (): Theme => 'light';

export function useTheme() {
  return useSyncExternalStore(subscribeToTheme, currentTheme, serverTheme);
}

type ThemeToggleProps = { withLabel?: boolean; className?: string };

/** For phones, where the corner has no room for it. */
export function ThemeRow({ className }: { className?: string }) {
  return (
    <ThemeToggle
      withLabel
      className={classNames(
        'inline-flex min-h-11 items-center gap-3 rounded-control text-sm text-ink-soft hover:text-ink sm:hidden noscript:hidden',
        className,
      )}
    />
  );
}

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
