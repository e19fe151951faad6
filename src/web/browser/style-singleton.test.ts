import { afterEach, expect, test, vi } from 'vitest';
import { stylesheetSingleton } from './style-singleton.ts';

afterEach(() => vi.unstubAllGlobals());

test('the scroll lock adopts one style sheet for all its users and removes it with the last', () => {
  const rules: string[] = [];
  class Sheet {
    replaceSync(css: string) {
      rules.push(css);
    }
  }
  vi.stubGlobal('CSSStyleSheet', Sheet);
  vi.stubGlobal('document', { adoptedStyleSheets: [] });
  const sheet = stylesheetSingleton();
  sheet.add('body { overflow: hidden }');
  sheet.add('body { overflow: hidden }');
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(rules).toEqual(['body { overflow: hidden }']);
  sheet.remove();
  expect(document.adoptedStyleSheets).toHaveLength(1);
  sheet.remove();
  expect(document.adoptedStyleSheets).toEqual([]);
});
