const nowhere = 'http://own.invalid';

/**
 * A path of ours, however it is spelled. It is resolved first: `/..//evil.com` looks like one of ours and becomes
 * `//evil.com`, which a browser takes for another site.
 */
export function isSameOriginPath(value: string): boolean {
  if (!value.startsWith('/') || /[\p{Cc}\\]/u.test(value) || !URL.canParse(value, nowhere)) return false;
  const { origin, pathname } = new URL(value, nowhere);
  return origin === nowhere && !pathname.startsWith('//');
}
