import { createHash } from 'node:crypto';
import { type PageElement, parseElements } from './parse-elements.ts';

const hasSource = ({ attributes }: PageElement) => attributes.has('src');
/** Browsers never run structured data, so the content policy ignores it. */
const isData = ({ attributes }: PageElement) => attributes.get('type') === 'application/ld+json';

/** The hashes with which the content policy allows the inline scripts of a page. */
export function inlineScriptHashes(html: string): string[] {
  const inline = [...parseElements(html)].filter(
    (element) => element.name === 'script' && !hasSource(element) && !isData(element),
  );
  const hashOf = ({ text }: PageElement) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return [...new Set(inline.map(hashOf))];
}

const addresses = ['href', 'src', 'action', 'formaction'];

function blockedPart({ name, attributes, text }: PageElement): string | undefined {
  if (name === 'style') return 'a <style> element';
  // After this sign, browsers end the script at another place.
  if (name === 'script' && text.includes('<!--')) return 'a script with a comment of HTML';
  if ([...attributes.keys()].some((key) => key.startsWith('on'))) return 'an inline event handler';
  const isScript = addresses.some((key) => /^\s*javascript:/i.test(attributes.get(key) ?? ''));
  return isScript ? 'a javascript: address' : undefined;
}

/**
 * Throws if the content policy blocks a part of the page, which in a browser would fail with only a console error. For
 * the build: such markup is in our code, and while the server runs, a refused page would help no visitor.
 */
export function refuseBlockedMarkup(html: string): void {
  for (const element of parseElements(html)) {
    const blocked = blockedPart(element);
    if (blocked !== undefined) throw new Error(`a page holds ${blocked}, which the content policy refuses`);
  }
}
