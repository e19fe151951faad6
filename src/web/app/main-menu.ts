import { createContext } from 'react';

/** Opens the menu of the dashboard, for pages that hide its bar on phones. The focus returns to the opener. */
export const OpenMainMenu = createContext<(opener: HTMLElement | null) => void>(() => {});
