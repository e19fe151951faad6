import { type Written, writtenMarks } from '#domain/pages/page-placeholders.ts';

/** PRODUCT_NAME, written into the pages when they are built (script/release/web-build.sh). */
export const productName: string = import.meta.env.VITE_PRODUCT_NAME || 'Escriba';

/**
 * What only the server knows: its address, who runs it, what the plans cost. The pages are built with marks in their
 * places, which the server fills in; in a browser the page itself says what was filled in (root.tsx), so that the
 * scripts draw what is there already.
 */
export const written: Written = import.meta.env.SSR
  ? { ...writtenMarks, prices: {} }
  : JSON.parse(document.documentElement.dataset.written ?? '{}');

/** PUBLIC_URL: search engines and people who share want whole addresses. */
export const { publicUrl } = written;

/** The title of a page as the browser's tab shows it. */
export function pageTitle(title?: string) {
  return title === undefined
    ? `${productName}: transcreva, resuma, economize tempo`
    : `${title} · ${productName}`;
}
