import { expect, test } from 'vitest';
import { orderDoubts } from '#domain/transcript/doubt-order.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { textFacts } from '#domain/transcript/word-risk.ts';
import { heardSegment } from '#tests/helpers/heard-segment.ts';
import { decisionForAll } from './equal-words.ts';

const confidenceOf = (word: string) => (/kovalski|vutou/i.test(word) ? 0.3 : 0.95);
const segment = (id: number, text: string, changes: Partial<StoredSegment> = {}) =>
  heardSegment(id, text, { confidenceOf, ...changes });

const segments = [
  segment(0, 'diz Kovalski, hoje'),
  segment(1, 'e kovalski saiu'),
  segment(2, 'mas kovalski vutou'),
  segment(3, 'o kovalski já conferido'),
  segment(4, 'kovalski kovalski kovalski', { warning: 'loop' }),
];
const facts = textFacts(segments, []);
const world = {
  segments,
  facts,
  level: 'likely',
  open: orderDoubts({ segments, facts, level: 'likely' }, ({ id }) => id === 3),
} as const;
const [text] = segments.map((each) => each.text);

function decide(now: string) {
  const doubt = world.open.find(({ id }) => id === 0);
  if (doubt === undefined || text === undefined) throw new Error('the first passage is no doubt');
  return decisionForAll(world, { doubt, text }, now);
}

test('a word that is right is right in the open passages without another doubt', () => {
  expect(decide('diz Kovalski, hoje')).toEqual({ right: [1], changes: [], count: 2 });
});

test('a correction changes open passages only, and none with a warning about the whole passage', () => {
  const { right, changes, count } = decide('diz Kowalski, hoje');
  expect(right).toEqual([]);
  expect(changes.filter(({ id }) => id !== 0)).toEqual([
    { id: 1, after: 'e Kowalski saiu' },
    { id: 2, after: 'mas Kowalski vutou' },
  ]);
  expect(count).toBe(3);
});

test.each(['diz [inaudível], hoje', 'diz [inaudível] hoje', 'diz hoje', 'outro texto'])(
  '%j says nothing about the other passages',
  (now) => {
    expect(decide(now)).toEqual({ right: [], changes: [], count: 1 });
  },
);
