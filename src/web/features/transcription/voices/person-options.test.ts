import { expect, test } from 'vitest';
import type { Person } from './people.ts';
import { type Asked, likelyScope, personOptions, typedChoice } from './person-options.ts';

const person = (speaker: string, name: string, changes: Partial<Person> = {}): Person => ({
  speaker,
  name,
  isNamed: true,
  turns: 3,
  ...changes,
});
const [ana, beto] = [person('A', 'Ana'), person('B', 'Beto')];
const unnamed = person('C', 'Pessoa 3', { isNamed: false });
const asked = (changes: Partial<Asked> = {}): Asked => ({
  people: [ana, beto, unnamed],
  current: ana,
  usedBefore: ['ana', 'Clara', 'Débora'],
  typed: 'Ana',
  ...changes,
});
const shown = (from: Asked, scope: 'here' | 'all' = 'here') =>
  personOptions(from, scope).map((choice) =>
    choice.kind === 'person'
      ? `${choice.key} ${choice.person.name}`
      : 'name' in choice
        ? choice.name
        : choice.kind,
  );

test('the list offers the other people, the names used before and a new person', () => {
  expect(shown(asked())).toEqual(['2 Beto', '3 Pessoa 3', 'new', 'Clara', 'Débora']);
  expect(shown(asked(), 'all')).toEqual(['2 Beto', '3 Pessoa 3', 'Clara', 'Débora']);
  expect(shown(asked({ current: undefined, typed: '' }))).toEqual([
    '1 Ana',
    '2 Beto',
    '3 Pessoa 3',
    'new',
    'Clara',
    'Débora',
  ]);
});

test('typed letters narrow the list without regard to accents, and come first as a new name', () => {
  expect(shown(asked({ typed: 'de' }))).toEqual(['de', 'Débora']);
  expect(shown(asked({ typed: ' beto ' }))).toEqual(['2 Beto']);
  expect(shown(asked({ typed: 'Zé' }))).toEqual(['Zé']);
});

test('Enter takes the person with the typed name, in any case, and else the name itself', () => {
  expect(typedChoice(asked({ typed: 'BETO' }))).toEqual({ kind: 'person', person: beto, key: 2 });
  expect(typedChoice(asked({ typed: ' Zé   Maria ' }))).toEqual({ kind: 'typed', name: 'Zé Maria' });
  expect(typedChoice(asked({ typed: 'ANA' }))).toEqual({ kind: 'typed', name: 'ANA' });
  expect(typedChoice(asked({ typed: 'Ana ' }))).toBeUndefined();
  expect(typedChoice(asked({ typed: '' }))).toEqual({ kind: 'typed', name: '' });
  expect(typedChoice(asked({ current: undefined, typed: ' ' }))).toBeUndefined();
});

test('a new name is for the whole voice, and another person for the turn of a voice that has its name', () => {
  expect(likelyScope(asked({ typed: 'Zé' }))).toBe('all');
  for (const typed of ['Beto', 'be', 'pess', 'clar']) expect(likelyScope(asked({ typed }))).toBe('here');
  expect(likelyScope(asked({ typed: '' }))).toBe('here');
  expect(likelyScope(asked())).toBe('here');
  expect(likelyScope(asked({ current: unnamed, typed: 'Beto' }))).toBe('all');
  expect(likelyScope(asked({ current: person('A', 'Ana', { turns: 1 }) }))).toBe('all');
  expect(likelyScope(asked({ current: undefined, typed: '' }))).toBe('here');
});
