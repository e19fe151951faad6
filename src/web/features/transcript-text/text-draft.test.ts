import { expect, test } from 'vitest';
import { storageOf } from '#tests/browser-tabs.ts';
import { keepDraftIn } from './text-draft.ts';

test('a draft is kept until there is nothing to keep', () => {
  const kept = new Map<string, string>();
  const draft = keepDraftIn(storageOf(kept), 'rascunho');
  const texts = [{ id: 1, base: 'a', mine: 'b' }];
  draft.write({ texts, names: [] });
  expect(draft.read()).toEqual({ texts, names: [] });
  draft.write({ texts: [], names: [] });
  expect(kept.size).toBe(0);
});

test.each([
  '',
  '{}',
  'null',
  '{"texts":[{"id":"1"}],"names":[]}',
  '{"texts":[{"id":1,"base":2}],"names":[]}',
])('what is not a draft is none: %s', (content) => {
  expect(keepDraftIn(storageOf(new Map([['k', content]])), 'k').read()).toBeUndefined();
});

test('a full storage does not stop the writing', () => {
  const full = {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() =>
    keepDraftIn(full, 'k').write({ texts: [{ id: 1, base: 'a', mine: 'b' }], names: [] }),
  ).not.toThrow();
});

test('a tab that has saved its own does not take away what another has not', () => {
  const kept = new Map<string, string>();
  const [one, two] = [keepDraftIn(storageOf(kept), 'k'), keepDraftIn(storageOf(kept), 'k')];
  one.write({ texts: [{ id: 1, base: 'a', mine: 'de um' }], names: [] });
  two.write({ texts: [{ id: 2, base: 'b', mine: 'de dois' }], names: [] });
  one.write({ texts: [], names: [] });
  expect(keepDraftIn(storageOf(kept), 'k').read()?.texts).toEqual([{ id: 2, base: 'b', mine: 'de dois' }]);
  two.write({ texts: [], names: [] });
  expect(kept.size).toBe(0);
});
