import { expect, test } from 'vitest';
import { delayScripts } from './delay-scripts.ts';

const modules =
  'import "/assets/manifest-1.js";\nimport * as route0 from "/assets/root-1.js";\nimport("/assets/entry-1.js");';
const rendered = [
  '<html><head><link rel="modulepreload" href="/assets/manifest-1.js"/>',
  '<link rel="modulepreload" href="/assets/home-1.js"/><link rel="stylesheet" href="/assets/app.css"/></head>',
  `<body><main>Texto</main><script type="module" async="">${modules}</script></body></html>`,
].join('');

test.each(['/', '/login'])('%s names its modules only where no browser fetches them by itself', (path) => {
  const page = delayScripts(rendered, path);
  const [before = '', start = ''] = page.split('<script type="module" async="">');
  expect(before).toContain('<link rel="stylesheet" href="/assets/app.css"/>');
  const started = modules.replace(/;$/, '.catch(() => dispatchEvent(new Event("scripts-missing")));');
  expect(before).toContain(`<script type="text/plain" data-start>${started}</script></head>`);
  expect(page).not.toContain('<link rel="modulepreload"');
  expect(start).not.toMatch(/^import /m);
  expect(start.indexOf('first-contentful-paint')).toBeLessThan(start.indexOf('/assets/'));
  expect(start).toContain('["/assets/manifest-1.js","/assets/home-1.js"]');
});

test('a page to read fetches its modules at the first interaction, a form before it, and other pages wait for none', () => {
  const [read = '', form = ''] = ['/', '/login'].map((path) => delayScripts(rendered, path));
  for (const page of [read, form]) expect(page).toContain('"pointermove"');
  expect(read.indexOf('await interaction')).toBeLessThan(read.indexOf('"modulepreload"'));
  expect(form.indexOf('await interaction')).toBeGreaterThan(form.indexOf('"modulepreload"'));
  expect(delayScripts(rendered, '/esqueci-senha')).not.toContain('"pointermove"');
});

test('delayScripts refuses a page that React Router starts in another way', () => {
  expect(() => delayScripts('<html></html>', '/')).toThrow('0 module scripts');
  const withoutEntry = rendered.replace('import("/assets/entry-1.js");', '');
  expect(() => delayScripts(withoutEntry, '/')).toThrow('does not import an entry last');
});
