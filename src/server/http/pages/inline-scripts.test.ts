import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineScriptHashes } from './inline-scripts.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('inlineScriptHashes hashes every inline script once and skips scripts with a src', () => {
  const html =
    '<head><script>let a = "<b>";</script><script type="module" async>\n import "/x.js"</script></head>' +
    '<body><script src="/assets/a.js"></script><SCRIPT>let a = "<b>";</SCRIPT></body>';
  expect(inlineScriptHashes(html)).toEqual([hashOf('let a = "<b>";'), hashOf('\n import "/x.js"')]);
});

test('inlineScriptHashes skips structured data for search engines', () => {
  const html = '<script type="application/ld+json">{}</script><script>let a;</script>';
  expect(inlineScriptHashes(html)).toEqual([hashOf('let a;')]);
});

test.each([
  ['<style>p{}</style>', '<style>'],
  ['<button onclick="go()">', 'event handler'],
  ['<a href="javascript:go()">', 'javascript:'],
])('inlineScriptHashes refuses a page with %s', (html, what) => {
  expect(() => inlineScriptHashes(html)).toThrow(what);
});

test('inlineScriptHashes accepts forbidden markup inside the text of a script', () => {
  expect(() => inlineScriptHashes('<script>"<style> <p onclick=x>"</script>')).not.toThrow();
});
