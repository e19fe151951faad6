import { publicUrlMark } from '#contract/public-url.ts';

/** PRODUCT_NAME, written into the pages when they are built (script/web-build.sh). */
export const productName: string = import.meta.env.VITE_PRODUCT_NAME || 'Escriba';

/**
 * PUBLIC_URL: search engines and people who share want whole addresses. The pages are built with a mark in its place,
 * for the server to fill in; in a browser the page itself says what was filled in (root.tsx).
 */
export const publicUrl: string =
  typeof document === 'undefined'
    ? publicUrlMark
    : (document.documentElement.dataset.publicUrl ?? window.location.origin);

/** The title of a page as the browser's tab shows it. */
export function pageTitle(title?: string) {
  return title === undefined
    ? `${productName}: transcreva, resuma, economize tempo`
    : `${title} · ${productName}`;
}
