import { expect, test } from 'vitest';
import { startAfterFirstPaint } from './after-first-paint.ts';

const written = [
  '<html><head><link rel="modulepreload" href="/assets/manifest-1.js"/>',
  '<link rel="modulepreload" href="/assets/home-1.js"/><link rel="stylesheet" href="/assets/app.css"/></head>',
  '<body><main>Texto</main><script type="module" async="">import "/assets/manifest-1.js";\n',
  'import * as route0 from "/assets/root-1.js";\nimport * as route1 from "/assets/home-1.js";\n',
  '  \n  window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};\n\n',
  'import("/assets/entry-1.js");</script></body></html>',
].join('');

test('nothing that a page runs is named before its first paint but in the script that waits for it', () => {
  const page = startAfterFirstPaint(written);
  const [before = '', script = ''] = page.split('<script type="module" async="">');
  expect(before).not.toContain('.js');
  expect(before).toContain('<link rel="stylesheet" href="/assets/app.css"/>');
  expect(script).not.toMatch(/^import /m);
  expect(script.indexOf('first-contentful-paint')).toBeLessThan(script.indexOf('/assets/'));
  expect(script).toContain('["/assets/manifest-1.js","/assets/home-1.js"]');
  expect(script).toContain(
    'const [route0, route1] = await Promise.all([import("/assets/root-1.js"), import("/assets/home-1.js"), import("/assets/manifest-1.js")]);',
  );
  expect(script).toContain('window.__reactRouterRouteModules = {"root":route0,"routes/home":route1};');
  expect(script).toContain('await import("/assets/entry-1.js");</script>');
});

test('a page that starts in another way stops the build', () => {
  expect(() => startAfterFirstPaint(written.replace('import * as', 'import {} from'))).toThrow(
    /after-first-paint\.ts/,
  );
  expect(() => startAfterFirstPaint('<html></html>')).toThrow(/0 module scripts/);
});
