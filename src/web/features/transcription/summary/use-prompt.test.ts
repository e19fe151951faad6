import { expect, test } from 'vitest';
import { fakeStorage } from '#tests/helpers/browser-tabs.ts';
import { openDraft } from '#web/forms/drafts.ts';
import { parsePromptDraft, replacedPromptToKeep } from './use-prompt.ts';

const keepIn = (kept: Map<string, string>) =>
  openDraft({ storage: () => fakeStorage(kept), key: 'a', parse: parsePromptDraft });

test('a prompt draft can be read until it is deleted', () => {
  const storage = new Map<string, string>();
  const keep = keepIn(storage);
  keep.write({ text: 'Faça uma lista.', isEditing: true });
  expect(keepIn(storage).read()).toEqual({ text: 'Faça uma lista.', isEditing: true });
  keep.write(undefined);
  expect(keep.read()).toBeUndefined();
});

test.each(['{', 'null', '{"text":4}', '[]'])('the parser rejects the draft %s', (kept) => {
  expect(keepIn(new Map([['a', kept]])).read()).toBeUndefined();
});

test('the draft keeps a replaced prompt, with or without a current text', () => {
  const storage = new Map<string, string>();
  keepIn(storage).write({ text: 'Entrevista', isEditing: false, replaced: 'Meu texto.' });
  expect(keepIn(storage).read()?.replaced).toBe('Meu texto.');
  keepIn(storage).write({ text: undefined, isEditing: false, replaced: 'Meu texto.' });
  expect(keepIn(storage).read()).toEqual({
    text: undefined,
    isEditing: false,
    replaced: 'Meu texto.',
  });
});

test('the form keeps a replaced prompt only if no other copy exists', () => {
  const replacing = (before: string) =>
    replacedPromptToKeep({ before, serverPrompt: 'Do servidor', kept: 'Antes' }, ['Ata']);
  expect(replacing('Meu texto.')).toBe('Meu texto.');
  for (const before of ['Do servidor', 'Ata', '  ']) expect(replacing(before)).toBe('Antes');
});
