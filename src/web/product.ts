export const productName = 'Escriba';

/** The title of a page as the browser's tab shows it. */
export function pageTitle(title?: string) {
  return title === undefined
    ? `${productName}: transcreva, resuma, economize tempo`
    : `${title} · ${productName}`;
}
