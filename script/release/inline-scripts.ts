const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;
const hasSource = /\ssrc\s*=/i;
/** Read by searches and run by nobody: the content policy has no say in them. */
const isData = /\stype\s*=\s*["']?application\/ld\+json/i;

/** What can never pass the content policy, and would only show as a fault in somebody's browser. */
const refused: readonly { what: string; pattern: RegExp }[] = [
  { what: 'a <style> element', pattern: /<style\b/i },
  { what: 'an inline event handler', pattern: /<[a-z][^>]*\son[a-z]+\s*=/i },
  { what: 'a javascript: address', pattern: /(?:href|src)\s*=\s*["']?javascript:/i },
];

export function inlineScriptHashes(html: string, digest: (text: string) => string): string[] {
  const markup = html.replace(scriptElement, '');
  for (const { what, pattern } of refused) {
    if (pattern.test(markup)) throw new Error(`a page holds ${what}, which the content policy refuses`);
  }
  const inline = [...html.matchAll(scriptElement)].filter(
    ([, attributes = '']) => !hasSource.test(attributes) && !isData.test(attributes),
  );
  return [...new Set(inline.map(([, , text = '']) => `sha256-${digest(text)}`))];
}
