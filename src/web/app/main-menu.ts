import { createContext } from 'react';

/** Opens the menu of the dashboard, for pages that hide its bar on phones. */
export const OpenMainMenu = createContext<() => void>(() => {});
