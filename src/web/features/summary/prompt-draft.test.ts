import { expect, test } from 'vitest';
import { keepPromptIn, keptOfReplaced } from './prompt-draft.ts';

function storage(kept: Record<string, string> = {}) {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

test('what was written comes back, until it is taken away', () => {
  const place = storage();
  const keep = keepPromptIn(place, 'a');
  keep.write({ text: 'Faça uma lista.', isEditing: true });
  expect(keepPromptIn(place, 'a').read()).toEqual({ text: 'Faça uma lista.', isEditing: true });
  expect(keepPromptIn(place, 'b').read()).toBeUndefined();
  keep.write(undefined);
  expect(keep.read()).toBeUndefined();
});

test.each(['{', 'null', '{"text":4}', '[]'])('%s is nothing to restore', (kept) => {
  expect(keepPromptIn(storage({ a: kept }), 'a').read()).toBeUndefined();
});

test('a browser that keeps nothing changes nothing', () => {
  const refuse = () => {
    throw new Error('forbidden');
  };
  const keep = keepPromptIn({ getItem: refuse, setItem: refuse, removeItem: refuse }, 'a');
  keep.write({ text: 'x', isEditing: false });
  expect(keep.read()).toBeUndefined();
});

test('words that another prompt took the place of are kept beside it, or alone', () => {
  const place = storage();
  keepPromptIn(place, 'a').write({ text: 'Entrevista', isEditing: false, replaced: 'Meu texto.' });
  expect(keepPromptIn(place, 'a').read()?.replaced).toBe('Meu texto.');
  keepPromptIn(place, 'a').write({ text: undefined, isEditing: false, replaced: 'Meu texto.' });
  expect(keepPromptIn(place, 'a').read()).toEqual({
    text: undefined,
    isEditing: false,
    replaced: 'Meu texto.',
  });
});

test('of what is replaced only words that stand nowhere else are kept', () => {
  const replacing = (before: string) =>
    keptOfReplaced({ before, serverPrompt: 'Do servidor', kept: 'Antes' }, ['Ata']);
  expect(replacing('Meu texto.')).toBe('Meu texto.');
  for (const before of ['Do servidor', 'Ata', '  ']) expect(replacing(before)).toBe('Antes');
});
