export type Theme = 'light' | 'dark';

/** The colour of the browser's own bars: --color-paper of tokens.css, which a meta tag cannot read. */
export const paperColors: Record<Theme, string> = { light: '#fcfaf6', dark: '#0c1016' };

export function decideTheme(chosen: string | null, systemIsDark: boolean): Theme {
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark ? 'dark' : 'light';
}
