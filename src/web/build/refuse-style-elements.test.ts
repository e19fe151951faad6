import { expect, test } from 'vitest';
import { refuseStyleElements } from './refuse-style-elements.ts';

function transform(code: string, path: string, environment = 'client') {
  const { transform: hook } = refuseStyleElements();
  if (typeof hook !== 'function') throw new Error('the plugin has no transform');
  return Reflect.apply(hook, { environment: { name: environment } }, [code, `/project/${path}`]);
}

test('a library that creates <style> elements in the browser stops the build', () => {
  const code = 'const tag = document.createElement("style");';
  expect(() => transform(code, 'node_modules/other/index.js')).toThrow(/creates a <style> element/);
  expect(transform(code, 'node_modules/react-dom/client.js')).toBeUndefined();
  expect(transform(code, 'node_modules/other/index.js', 'ssr')).toBeUndefined();
});
