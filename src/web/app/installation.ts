import { createContext, use } from 'react';
import type { Installation } from '#contract/installation.ts';

/** PRODUCT_NAME as it was when the pages were built (script/release/web-build.sh). */
export const productName: string = import.meta.env.VITE_PRODUCT_NAME || 'Escriba';

/** The title of a page as the browser's tab shows it. */
export function pageTitle(title?: string) {
  return title === undefined
    ? `${productName}: transcreva, resuma, economize tempo`
    : `${title} · ${productName}`;
}

/**
 * The server renders every page with the facts of its installation and writes them into the `data-installation`
 * attribute, so that the browser hydrates the same page without another request.
 */
export const InstallationContext = createContext<Installation | undefined>(undefined);

export function useInstallation(): Installation {
  const installation = use(InstallationContext);
  if (installation === undefined) throw new Error('useInstallation was called outside a page');
  return installation;
}

export const readPageInstallation = (): Installation =>
  JSON.parse(document.documentElement.dataset.installation ?? 'null');
