/**
 * Stands in the built pages where PUBLIC_URL belongs. Only the server knows that address, and it puts it in as it
 * answers; no such host exists (RFC 2606), so a page that missed it leads nobody to somebody else.
 */
export const publicUrlMark = 'https://public-url.invalid';
