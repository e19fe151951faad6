import { expect, test } from 'vitest';
import { firstNameOf, lettersOf } from './name-parts.ts';

test.each([
  ['Ana Beatriz', 'Ana'],
  ['🎉 Ana Beatriz', 'Ana'],
  ['🎉🎉 2 Ana', 'Ana'],
  ['🎉Ana', '🎉Ana'],
  ['李 明', '李'],
  ['  Ana', 'Ana'],
  ['🎉', ''],
  ['', ''],
])('%s is greeted as "%s"', (name, first) => expect(firstNameOf(name)).toBe(first));

test('a letter with a combining mark counts once', () => {
  expect(lettersOf('E\u0301 1😀')).toEqual(['É']);
});
