const nowhere = 'http://own.invalid';

/**
 * Whether a path stays on this site. It is resolved first, because `/..//evil.com` looks like a local path but
 * resolves to `//evil.com`, which the browser takes for another site.
 */
export function isSameOriginPath(value: string): boolean {
  if (!value.startsWith('/') || /[\p{Cc}\\]/u.test(value) || !URL.canParse(value, nowhere)) return false;
  const { origin, pathname } = new URL(value, nowhere);
  return origin === nowhere && !pathname.startsWith('//');
}
