import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { headScript } from '../head-script.ts';
import { decideTheme, paperColors } from './theme.ts';

const cases = [
  [null, false, 'light'],
  [null, true, 'dark'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['sepia', true, 'dark'],
] as const;

/** Runs the head script with a minimal fake page. */
function runHeadScript(kept: Record<string, string> | 'forbidden', systemIsDark: boolean) {
  const dataset: Record<string, string> = {};
  const meta = {
    content: '',
    setAttribute(_name: string, value: string) {
      meta.content = value;
    },
  };
  runInNewContext(headScript(), {
    document: { documentElement: { dataset }, querySelectorAll: () => [meta] },
    matchMedia: () => ({ matches: systemIsDark }),
    localStorage: {
      getItem: (key: string) => {
        if (kept === 'forbidden') throw new Error('storage is forbidden');
        return kept[key] ?? null;
      },
    },
  });
  return { dataset, themeColor: meta.content };
}

test.each(cases)(
  'the choice %s on a system that is dark (%s) gives the theme %s',
  (chosen, systemIsDark, theme) => {
    expect(decideTheme(chosen, systemIsDark)).toBe(theme);
  },
);

test.each(cases)('the head script decides the same for %s, %s', (chosen, systemIsDark, theme) => {
  const kept: Record<string, string> = chosen === null ? {} : { [storageKeys.theme]: chosen };
  const { dataset, themeColor } = runHeadScript(kept, systemIsDark);
  expect(dataset.theme).toBe(theme);
  expect(themeColor).toBe(paperColors[theme]);
});

test('the head script marks only browsers that had a session', () => {
  expect(runHeadScript({ [storageKeys.session]: 'u1' }, false).dataset.session).toBe('known');
  expect(runHeadScript({}, false).dataset.session).toBeUndefined();
});

test("without storage the system's theme applies", () => {
  expect(runHeadScript('forbidden', true).dataset).toEqual({ theme: 'dark' });
});
