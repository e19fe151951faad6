import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineScriptHashes, refuseBlockedMarkup } from './inline-scripts.ts';

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
  ['<button\tONCLICK=go()>', 'event handler'],
  ['<a href="javascript:go()">', 'javascript:'],
  ['<script>a = "<!--";</script>', 'comment'],
])('refuseBlockedMarkup refuses a page with %s', (html, part) => {
  expect(() => refuseBlockedMarkup(html)).toThrow(part);
});

test.each([
  '<script>"<style> <p onclick=x>"</script>',
  '<html data-installation="{&quot;Suporte online = 24 horas&quot;}">',
  '<p title="a > <style> onclick=x">Suporte online = 24 horas, javascript:</p>',
  '<!-- <p onclick=x> --><p>a < style</p>',
])('refuseBlockedMarkup accepts such words where they are text: %s', (html) => {
  expect(() => refuseBlockedMarkup(html)).not.toThrow();
  expect(inlineScriptHashes(html)).toHaveLength(html.startsWith('<script') ? 1 : 0);
});
