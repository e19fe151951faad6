/** PRODUCT_NAME, written into the pages when they are built (script/web-build.sh). */
export const productName: string = import.meta.env.VITE_PRODUCT_NAME || 'Escriba';

/** PUBLIC_URL at the time of the build: search engines and people who share want whole addresses. */
export const publicUrl: string = (import.meta.env.VITE_PUBLIC_URL || 'http://localhost:3000').replace(
  /\/+$/,
  '',
);

/** The title of a page as the browser's tab shows it. */
export function pageTitle(title?: string) {
  return title === undefined
    ? `${productName}: transcreva, resuma, economize tempo`
    : `${title} · ${productName}`;
}
