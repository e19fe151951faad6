import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { strictCsp } from './strict-csp.ts';

const singleton = 'node_modules/react-style-singleton/dist/es2015/singleton.js';
const toasts = 'node_modules/sonner/dist/index.mjs';

function transform(code: string, path: string, environment = 'client') {
  const { transform: hook } = strictCsp();
  if (typeof hook !== 'function') throw new Error('the plugin has no transform');
  const context = { environment: { name: environment } };
  const result: unknown = Reflect.apply(hook, context, [code, `/project/${path}`]);
  return (result as { code: string } | undefined)?.code;
}

test.each([singleton, toasts])(
  '%s makes constructable stylesheets instead of <style> elements',
  async (path) => {
    const code = transform(await readFile(path, 'utf8'), path);
    expect(code).toContain('new CSSStyleSheet()');
    expect(code).toContain('document.adoptedStyleSheets = [...document.adoptedStyleSheets,');
    expect(code).not.toMatch(/createElement\(['"]style/);
  },
);

test('the scroll lock takes its stylesheet away again', async () => {
  const rules: unknown[] = [];
  class CSSStyleSheet {
    replaceSync(css: string) {
      rules.push(css);
    }
  }
  const document = { head: {}, adoptedStyleSheets: [] as unknown[] };
  const source = (transform(await readFile(singleton, 'utf8'), singleton) ?? '')
    .replace(/^import .*$/m, 'const getNonce = () => undefined;')
    .replace('export var stylesheetSingleton', 'const stylesheetSingleton');
  const make = new Function('document', 'CSSStyleSheet', `${source}; return stylesheetSingleton;`);
  const sheet = make(document, CSSStyleSheet)();
  sheet.add('body { overflow: hidden }');
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(rules).toEqual(['body { overflow: hidden }']);
  sheet.remove();
  expect(document.adoptedStyleSheets).toEqual([]);
});

test.each([singleton, toasts])('a changed %s stops the build and says where to look', (path) => {
  expect(() => transform('export const changed = true;', path)).toThrow(/library changed/);
});

test('another library that makes <style> elements stops the build', () => {
  const code = 'const tag = document.createElement("style");';
  expect(() => transform(code, 'node_modules/other/index.js')).toThrow(/makes a <style> element/);
  expect(transform(code, 'node_modules/react-dom/client.js')).toBeUndefined();
  expect(transform(code, 'node_modules/other/index.js', 'ssr')).toBeUndefined();
});
