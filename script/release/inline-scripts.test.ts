import { expect, test } from 'vitest';
import { inlineScriptHashes } from './inline-scripts.ts';

const asIs = (text: string) => text;

test('every inline script is hashed once, exactly as it is written; scripts with an address are not', () => {
  const html =
    '<head><script>let a = "<b>";</script><script type="module" async>\n import "/x.js"</script></head>' +
    '<body><script src="/assets/a.js"></script><SCRIPT>let a = "<b>";</SCRIPT></body>';
  expect(inlineScriptHashes(html, asIs)).toEqual(['sha256-let a = "<b>";', 'sha256-\n import "/x.js"']);
});

test('data for searches is no script', () => {
  const html = '<script type="application/ld+json">{}</script><script>let a;</script>';
  expect(inlineScriptHashes(html, asIs)).toEqual(['sha256-let a;']);
});

test.each([
  ['<style>p{}</style>', '<style>'],
  ['<button onclick="go()">', 'event handler'],
  ['<a href="javascript:go()">', 'javascript:'],
])('a page with %s stops the build', (html, what) => {
  expect(() => inlineScriptHashes(html, asIs)).toThrow(what);
});

test('what only looks so within a script is fine', () => {
  expect(() => inlineScriptHashes('<script>"<style> <p onclick=x>"</script>', asIs)).not.toThrow();
});
