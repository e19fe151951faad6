import { writtenMarks } from '#contract/written-marks.ts';

/** PRODUCT_NAME, written into the pages when they are built (script/web-build.sh). */
export const productName: string = import.meta.env.VITE_PRODUCT_NAME || 'Escriba';

/**
 * PUBLIC_URL: search engines and people who share want whole addresses. The pages are built with a mark in its place,
 * for the server to fill in; in a browser the page itself says what was filled in (root.tsx).
 */
export const publicUrl: string =
  typeof document === 'undefined'
    ? writtenMarks.publicUrl
    : (document.documentElement.dataset.publicUrl ?? window.location.origin);

const { supportEmail, operator, privacyContact } =
  typeof document === 'undefined' ? writtenMarks : document.documentElement.dataset;

/** SUPPORT_EMAIL and who runs the installation, in the same way: they are read where no script runs too. */
export const written = { supportEmail, operator, privacyContact };

/** The title of a page as the browser's tab shows it. */
export function pageTitle(title?: string) {
  return title === undefined
    ? `${productName}: transcreva, resuma, economize tempo`
    : `${title} · ${productName}`;
}
