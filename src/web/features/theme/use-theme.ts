import { useSyncExternalStore } from 'react';
import type { Theme } from './theme.ts';
import { chooseTheme, currentTheme, subscribeToTheme } from './theme-store.ts';

/** Written HTML cannot know the theme; what depends on it is corrected as soon as the page is alive. */
const themeOfWrittenPages = (): Theme => 'light';

export function useTheme() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, themeOfWrittenPages);
  return { theme, toggle: () => chooseTheme(theme === 'dark' ? 'light' : 'dark') };
}
