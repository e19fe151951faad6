import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { emptiedName, namesAfterChange } from './text-speakers.ts';

const spoken = (...speakers: readonly (string | undefined)[]): StoredSegment[] =>
  speakers.map((speaker, id) => ({
    id,
    start_ms: id * 1_000,
    end_ms: id * 1_000 + 900,
    text: 'Sim.',
    speaker,
  }));

const changes = (
  before: readonly (string | undefined)[],
  after: readonly (string | undefined)[],
  names: Record<string, string> = {},
) =>
  Object.fromEntries(
    namesAfterChange({ segments: spoken(...before), names }, { segments: spoken(...after), names }).map(
      ({ speaker, after: name }) => [speaker, name],
    ),
  );

test('people without a name keep the shown name when their order changes', () => {
  expect(changes(['A', 'B', 'A'], ['B', 'B', 'A'])).toEqual({ A: 'Pessoa 1', B: 'Pessoa 2' });
  expect(changes(['A', 'B', 'A'], ['A', 'A', 'B'])).toEqual({});
});

test('a voice without segments loses its name, and the others keep theirs', () => {
  expect(changes(['A', 'B'], ['B', 'B'], { A: 'Ana', B: 'Beto' })).toEqual({ A: '' });
  expect(changes(['A', 'B'], ['B', 'B'])).toEqual({ B: 'Pessoa 2' });
});

test('a new person has a name that the page shows for no other person', () => {
  expect(changes(['A', 'B'], ['B', 'C'], { B: 'Pessoa 2' })).toEqual({ C: 'Pessoa 1' });
  expect(changes(['A', 'B', 'A'], ['A', 'C', 'B'])).toEqual({ B: 'Pessoa 2', C: 'Pessoa 3' });
  expect(changes([undefined, undefined], ['A', 'A'])).toEqual({});
  expect(changes(['A', 'A'], ['A', 'B'], { A: 'Ana' })).toEqual({});
  expect(changes(['A', 'A'], ['A', 'B'], { A: 'Pessoa 2' })).toEqual({ B: 'Pessoa 1' });
});

test('an emptied name gives a number back that the page shows for no other person', () => {
  const segments = spoken('A', 'B', 'C');
  expect(emptiedName('B', { segments, names: { B: 'Beto' } })).toBe('');
  expect(emptiedName('B', { segments, names: { A: 'Pessoa 2', B: 'Beto' } })).toBe('Pessoa 1');
});
