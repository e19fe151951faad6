import { createHash } from 'node:crypto';

const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const hasSource = /\ssrc\s*=/i;
/** Browsers never run structured data, so the content policy ignores it. */
const isData = /\stype\s*=\s*["']?application\/ld\+json/i;

/** Markup that the content policy blocks: in a browser it would fail with only a console error. */
const refused: readonly { what: string; pattern: RegExp }[] = [
  { what: 'a <style> element', pattern: /<style\b/i },
  { what: 'an inline event handler', pattern: /<[a-z][^>]*\son[a-z]+\s*=/i },
  { what: 'a javascript: address', pattern: /(?:href|src)\s*=\s*["']?javascript:/i },
];

/** The hashes with which the content policy allows the inline scripts of a page. */
export function inlineScriptHashes(html: string): string[] {
  const markup = html.replace(scriptElement, '');
  for (const { what, pattern } of refused) {
    if (pattern.test(markup)) throw new Error(`a page holds ${what}, which the content policy refuses`);
  }
  const inline = [...html.matchAll(scriptElement)].filter(
    ([, attributes = '']) => !hasSource.test(attributes) && !isData.test(attributes),
  );
  const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return [...new Set(inline.map(([, , text = '']) => hashOf(text)))];
}
