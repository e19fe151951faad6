import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { orderDoubts, replaceEqual } from './open-doubts.ts';

const segment = (id: number, text: string, doubts: Record<string, number> = {}): StoredSegment => ({
  id,
  start_ms: id * 10_000,
  end_ms: id * 10_000 + 9_000,
  text,
  words: text.split(' ').map((word, at) => ({
    text: word,
    confidence: doubts[word] ?? 0.95,
    start_ms: id * 10_000 + at * 1_000,
    end_ms: id * 10_000 + at * 1_000 + 900,
  })),
});

const none = () => false;

test('the worst doubt comes first, and equal words follow it in the order of the text', () => {
  const segments = [
    segment(0, 'um erro leve', { leve: 0.5 }),
    segment(1, 'diz Kovalski, hoje', { 'Kovalski,': 0.4 }),
    segment(2, 'tudo certo aqui'),
    segment(3, 'pior de todos', { pior: 0.1 }),
    segment(4, 'e kovalski saiu', { kovalski: 0.2 }),
  ];
  expect(orderDoubts(segments, none).map(({ id }) => id)).toEqual([3, 1, 4, 0]);
});

test('a passage is one doubt with its worst word, from its first to its last doubtful word', () => {
  const [doubt] = orderDoubts([segment(2, 'a be ce de e', { be: 0.4, de: 0.3 })], none);
  expect(doubt).toMatchObject({
    id: 2,
    key: 'de',
    isOnly: false,
    confidence: 0.3,
    fromMs: 21_000,
    toMs: 23_900,
  });
  expect(doubt?.word).toMatchObject({ start: 8, end: 10 });
});

test('a passage with a warning is a doubt as a whole, also without confidences', () => {
  const { words: _, ...plain } = segment(1, 'obrigado obrigado obrigado');
  const [doubt] = orderDoubts([{ ...plain, warning: 'loop' }], none);
  expect(doubt).toMatchObject({ id: 1, word: { start: 0, end: 26 }, fromMs: 10_000, toMs: 19_000 });
});

test('checked passages are no doubts', () => {
  const segments = [segment(0, 'um', { um: 0.2 }), segment(1, 'dois', { dois: 0.2 })];
  expect(orderDoubts(segments, ({ id }) => id === 0).map(({ id }) => id)).toEqual([1]);
});

test('equal doubtful words change together and keep their punctuation and capitals', () => {
  const segments = [
    segment(0, 'Kovalski, e (kovalski) saiu', { 'Kovalski,': 0.2, '(kovalski)': 0.2 }),
    segment(1, 'kovalski sem dúvida'),
    segment(2, 'kovalskis em dúvida', { kovalskis: 0.2 }),
  ];
  expect(replaceEqual(segments, 'kovalski', 'cowalski')).toEqual([
    { id: 0, after: 'Cowalski, e (cowalski) saiu' },
  ]);
});
