import { useSyncExternalStore } from 'react';
import { storageKeys } from '../../browser/storage-keys.ts';
import { decideTheme, paperColors, type Theme } from './theme.ts';

const listeners = new Set<() => void>();
const darkSystemQuery = '(prefers-color-scheme: dark)';

/** Fallback for forbidden storage (private windows, embedded views): the choice then lasts for the page. */
let chosenHere: Theme | null = null;

function readChoice() {
  try {
    return localStorage.getItem(storageKeys.theme) ?? chosenHere;
  } catch {
    return chosenHere;
  }
}

export function currentTheme(): Theme {
  return decideTheme(readChoice(), matchMedia(darkSystemQuery).matches);
}

function applyTheme() {
  const theme = currentTheme();
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', paperColors[theme]);
  }
  for (const listener of listeners) listener();
}

export function chooseTheme(theme: Theme) {
  chosenHere = theme;
  try {
    localStorage.setItem(storageKeys.theme, theme);
  } catch {
    // chosenHere keeps the choice for this page.
  }
  applyTheme();
}

export function toggleTheme() {
  chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');
}

function onStorage(event: StorageEvent) {
  if (event.key !== storageKeys.theme && event.key !== null) return;
  chosenHere = null;
  applyTheme();
}

export function subscribeToTheme(listener: () => void) {
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

/** Prerendered HTML cannot know the theme; hydration corrects the parts that depend on it. */
const prerenderedTheme = (): Theme => 'light';

export function useTheme() {
  return useSyncExternalStore(subscribeToTheme, currentTheme, prerenderedTheme);
}
