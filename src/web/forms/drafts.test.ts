import { expect, test, vi } from 'vitest';
import { fakeStorage } from '#tests/helpers/browser-tabs.ts';
import { openDraft, parseTextFields } from './drafts.ts';

const parse = parseTextFields(['subject', 'message']);
const draftIn = (kept: Map<string, string>) =>
  openDraft({ storage: () => fakeStorage(kept), key: 'k', parse });

test('a draft is readable until undefined is written', () => {
  const kept = new Map<string, string>();
  draftIn(kept).write({ subject: '', message: 'Olá' });
  expect(draftIn(kept).read()).toEqual({ message: 'Olá' });
  draftIn(kept).write(undefined);
  expect(kept.size).toBe(0);
});

test.each(['', '{', 'null', '[]', '{"message":4}', '{"message":""}'])('%s is not a draft', (content) => {
  expect(draftIn(new Map([['k', content]])).read()).toBeUndefined();
});

test('a draft works without storage if the browser forbids it', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const draft = openDraft({ storage: forbidden, key: 'k', parse });
  draft.write({ message: 'x' });
  expect(draft.read()).toBeUndefined();
});

test('the browser removes an expired draft, and a draft of an older release', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  try {
    const kept = new Map<string, string>();
    const draft = openDraft({ storage: () => fakeStorage(kept), key: 'k', parse, lifetimeMs: 5_000 });
    draft.write({ message: 'Olá' });
    vi.advanceTimersByTime(5_000);
    expect(draft.read()).toEqual({ message: 'Olá' });
    vi.advanceTimersByTime(1);
    expect(draft.read()).toBeUndefined();
    expect(kept.size).toBe(0);
    kept.set('k', '{"message":"Olá"}');
    expect(draft.read()).toBeUndefined();
    expect(kept.size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
