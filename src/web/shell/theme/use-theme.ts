import { useSyncExternalStore } from 'react';
import type { Theme } from './theme.ts';
import { currentTheme, subscribeToTheme } from './theme-store.ts';

/** Written HTML cannot know the theme; what depends on it is corrected as soon as the page is alive. */
const themeOfWrittenPages = (): Theme => 'light';

export function useTheme() {
  return useSyncExternalStore(subscribeToTheme, currentTheme, themeOfWrittenPages);
}
