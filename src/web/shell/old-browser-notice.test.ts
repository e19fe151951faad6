import { runInNewContext } from 'node:vm';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { oldBrowserScript } from './old-browser-notice.tsx';

/** The syntax newer than ES5 that an edit may introduce here. */
const later =
  /^(ArrowFunction|Template|TaggedTemplate|Chain|Class|Spread|Await|Yield|Import|ForOf|ObjectPattern|ArrayPattern|AssignmentPattern)/;

function typesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, kind, operator } = value as { type?: unknown; kind?: unknown; operator?: unknown };
  const own = [type, type === 'VariableDeclaration' ? kind : undefined, operator].filter(
    (each) => typeof each === 'string',
  );
  return [...own, ...Object.values(value).flatMap(typesIn)];
}

test('the script is ES5, because old browsers cannot parse more', () => {
  const { program, errors } = parseSync('notice.js', oldBrowserScript(), { sourceType: 'script' });
  expect(errors).toEqual([]);
  expect(
    typesIn(program).filter((type) => later.test(type) || ['let', 'const', '??'].includes(type)),
  ).toEqual([]);
});

const knows = (...declarations: string[]) => ({
  supports: (name: string, value: string) =>
    declarations.some((each) => name === 'color' && value.startsWith(each)),
});

test.each([
  ['a browser without CSS.supports', {}, false],
  ['Firefox 115', { CSS: knows('oklch'), AbortSignal: {} }, false],
  ['Firefox 121', { CSS: knows('oklch', 'light-dark'), AbortSignal: {} }, false],
  ['Firefox 124', { CSS: knows('oklch', 'light-dark'), AbortSignal: { any: () => {} } }, true],
])('the script decides whether %s needs the notice', (_name, window, isHidden) => {
  let hidden = true;
  const element = {
    removeAttribute: (name: string) => {
      if (name === 'hidden') hidden = false;
    },
  };
  runInNewContext(oldBrowserScript(), { window, document: { getElementById: () => element } });
  expect(hidden).toBe(isHidden);
});
