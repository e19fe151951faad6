import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { createPeopleOrder, peopleOf, sampleOf } from './people.ts';
import { turnAtSound, turnOf } from './turn-at-sound.ts';

type Turn = readonly [speaker: string | undefined, assigned?: boolean];

const spoken = (...turns: readonly Turn[]): StoredSegment[] =>
  turns.map(([speaker, assigned], id) => ({
    id,
    start_ms: id * 4_000,
    end_ms: id * 4_000 + 3_900,
    text: 'Sim.',
    speaker,
    assigned,
  }));

test('people come by appearance, with the number of their turns', () => {
  const people = peopleOf(spoken(['B'], ['B'], ['A'], [undefined], ['A']), { A: 'Ana' });
  expect(people).toEqual([
    { speaker: 'B', name: 'Pessoa 1', isNamed: false, turns: 1 },
    { speaker: 'A', name: 'Ana', isNamed: true, turns: 2 },
  ]);
});

test('a person keeps the key when another person becomes the first to speak', () => {
  const inOrder = createPeopleOrder();
  const speakers = (...turns: readonly Turn[]) =>
    inOrder(peopleOf(spoken(...turns), {})).map(({ speaker }) => speaker);
  expect(speakers(['A'], ['B'])).toEqual(['A', 'B']);
  expect(speakers(['C'], ['B'], ['A'])).toEqual(['A', 'B', 'C']);
  expect(speakers(['C'], ['A'])).toEqual(['A', 'C']);
  expect(speakers(['C'], ['B'], ['A'])).toEqual(['A', 'B', 'C']);
});

test('the sample is the beginning of the longest stretch, at most ten seconds', () => {
  const segments = spoken(['A'], ['B'], ['A'], ['A'], ['A'], ['B'], ['A']);
  expect(sampleOf(segments, 'A')).toEqual([8_000, 18_000]);
  expect(sampleOf(segments, 'B')).toEqual([4_000, 7_900]);
  expect(sampleOf(segments, 'C')).toBeUndefined();
  const emptied = segments.map((segment) => (segment.id === 3 ? { ...segment, text: '' } : segment));
  expect(sampleOf(emptied, 'A')).toEqual([0, 3_900]);
});

test('a key is for the whole turn that the machine has found', () => {
  const segments = spoken(['A'], ['B'], ['B'], ['A']);
  expect(turnAtSound(segments, 2)).toEqual({ ids: [1, 2], isWhole: true });
  expect(turnOf(segments, 1)).toEqual([1, 2]);
});

test('the first key of a text without voices is for all of it, and the next ones from the sentence that plays', () => {
  expect(turnAtSound(spoken([undefined], [undefined], [undefined]), 1).ids).toEqual([0, 1, 2]);
  expect(turnAtSound(spoken(['A', true], ['A', true], ['A', true]), 1).ids).toEqual([1, 2]);
  expect(turnAtSound(spoken(['A', true], [undefined], [undefined], ['A', true]), 2).ids).toEqual([2]);
});

test('a key leaves the part of a voice that a person has assigned before', () => {
  expect(turnAtSound(spoken(['A'], ['A'], ['A', true]), 0).ids).toEqual([0, 1]);
  expect(turnAtSound([], 0).ids).toEqual([]);
});
