import { expect, test } from 'vitest';
import { fakeStorage } from '#tests/helpers/browser-tabs.ts';
import { openDraft } from '#web/forms/drafts.ts';
import { createTextDraftStore, parseTextDraft } from './text-draft.ts';

const keepIn = (kept: Map<string, string>) =>
  createTextDraftStore(openDraft({ storage: () => fakeStorage(kept), key: 'k', parse: parseTextDraft }));

test('the store keeps a draft until the draft is empty', () => {
  const kept = new Map<string, string>();
  const draft = keepIn(kept);
  const texts = [{ id: 1, base: 'a', mine: 'b' }];
  draft.write({ texts, names: [], spoken: [] });
  expect(draft.read()).toEqual({ texts, names: [], spoken: [] });
  draft.write({ texts: [], names: [], spoken: [] });
  expect(kept.size).toBe(0);
});

test.each([
  '',
  '{}',
  'null',
  '{"texts":[{"id":"1"}],"names":[]}',
  '{"texts":[{"id":1,"base":2}],"names":[]}',
])('the store ignores an invalid draft: %s', (content) => {
  expect(keepIn(new Map([['k', content]])).read()).toBeUndefined();
});

test('a tab that has saved its edits keeps the draft of another tab', () => {
  const kept = new Map<string, string>();
  const [one, two] = [keepIn(kept), keepIn(kept)];
  one.write({ texts: [{ id: 1, base: 'a', mine: 'de um' }], names: [], spoken: [] });
  two.write({ texts: [{ id: 2, base: 'b', mine: 'de dois' }], names: [], spoken: [] });
  one.write({ texts: [], names: [], spoken: [] });
  expect(keepIn(kept).read()?.texts).toEqual([{ id: 2, base: 'b', mine: 'de dois' }]);
  two.write({ texts: [], names: [], spoken: [] });
  expect(kept.size).toBe(0);
});
