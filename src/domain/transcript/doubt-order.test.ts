import { expect, test } from 'vitest';
import { heardSegment } from '#tests/helpers/heard-segment.ts';
import { type DoubtLevel, orderDoubts, playedMs, replaceEqual } from './doubt-order.ts';
import type { StoredSegment } from './segment.ts';
import { textFacts } from './word-risk.ts';

const segment = (id: number, text: string, doubts: Record<string, number> = {}) =>
  heardSegment(id, text, { confidenceOf: (word) => doubts[word] ?? 0.95 });

const none = () => false;
const noFacts = () => textFacts([], []);
const order = (segments: readonly StoredSegment[], isChecked = none as (each: StoredSegment) => boolean) =>
  orderDoubts({ segments, facts: noFacts(), level: 'likely' }, isChecked);

test('the doubt with the most likely mistakes for its time comes first, and equal words follow it in the order of the text', () => {
  const segments = [
    segment(0, 'um erro leve', { leve: 0.5 }),
    segment(1, 'diz Kovalski, hoje', { 'Kovalski,': 0.4 }),
    segment(2, 'tudo certo aqui'),
    segment(3, 'pior de todos', { pior: 0.1 }),
    segment(4, 'e kovalski saiu', { kovalski: 0.2 }),
  ];
  expect(order(segments).map(({ id }) => id)).toEqual([3, 1, 4, 0]);
});

test('a passage is one doubt with its worst word, from its first to its last doubtful word', () => {
  const [doubt] = order([segment(2, 'a be ce de e', { be: 0.4, de: 0.3 })]);
  expect(doubt).toMatchObject({
    id: 2,
    key: 'de',
    isOnly: false,
    fromMs: 21_000,
    toMs: 23_900,
  });
  expect(doubt?.word).toMatchObject({ start: 8, end: 10 });
});

test('a passage with a warning is a doubt as a whole, also without confidences', () => {
  const { words: _, ...plain } = segment(1, 'obrigado obrigado obrigado');
  const [doubt] = order([{ ...plain, warning: 'loop' }]);
  expect(doubt).toMatchObject({ id: 1, word: { start: 0, end: 26 }, fromMs: 10_000, toMs: 19_000 });
});

test('checked passages are no doubts', () => {
  const segments = [segment(0, 'um', { um: 0.2 }), segment(1, 'dois', { dois: 0.2 })];
  expect(order(segments, ({ id }) => id === 0).map(({ id }) => id)).toEqual([1]);
});

test('equal doubtful words change together and keep their punctuation and capitals', () => {
  const segments = [
    segment(0, 'Kovalski, e (kovalski) saiu', { 'Kovalski,': 0.2, '(kovalski)': 0.2 }),
    segment(1, 'kovalski sem dúvida'),
    segment(2, 'kovalskis em dúvida', { kovalskis: 0.2 }),
  ];
  expect(
    replaceEqual(
      { segments, facts: noFacts(), level: 'likely' },
      { key: 'kovalski', core: 'cowalski', ids: new Set([0, 1, 2]) },
    ),
  ).toEqual([{ id: 0, after: 'Cowalski, e (cowalski) saiu' }]);
});

test('two doubtful words beside each other come before one, and before two that are far from each other', () => {
  const segments = [
    segment(0, 'longe um dois três quatro cinco seis remoto', { longe: 0.3, remoto: 0.3 }),
    segment(1, 'um só aqui', { só: 0.3 }),
    segment(2, 'perto junto de mim', { perto: 0.3, junto: 0.3 }),
  ];
  expect(order(segments).map(({ id }) => id)).toEqual([2, 1, 0]);
});

test('the possible mistakes come after the likely ones, and only on demand', () => {
  const segments = [
    segment(0, 'quase certo', { quase: 0.7, certo: 0.7 }),
    segment(1, 'bem errado aqui', { errado: 0.5, aqui: 0.7 }),
    segment(2, 'tudo claro'),
  ];
  const levels = (level: DoubtLevel) =>
    orderDoubts({ segments, facts: noFacts(), level }, none).map((each) => [each.id, each.level]);
  expect(levels('likely')).toEqual([[1, 'likely']]);
  expect(levels('possible')).toEqual([
    [1, 'likely'],
    [0, 'possible'],
  ]);
  const [worst] = orderDoubts({ segments, facts: noFacts(), level: 'possible' }, none);
  expect(worst?.toMs).toBe(11_900);
});

test('equal words that are possibly wrong change only when the list has them', () => {
  const segments = [segment(0, 'dona Luzia', { Luzia: 0.3 }), segment(1, 'com luzia', { luzia: 0.75 })];
  const idsAt = (level: DoubtLevel) =>
    replaceEqual(
      { segments, facts: noFacts(), level },
      { key: 'luzia', core: 'Lúcia', ids: new Set([0, 1]) },
    ).map(({ id }) => id);
  expect(idsAt('likely')).toEqual([0]);
  expect(idsAt('possible')).toEqual([0, 1]);
});

test('equal doubtful words change only in the passages that the person has named', () => {
  const segments = [0, 1, 2].map((id) => segment(id, 'diz kovalski', { kovalski: 0.2 }));
  const changes = replaceEqual(
    { segments, facts: noFacts(), level: 'likely' },
    { key: 'kovalski', core: 'Kowalski', ids: new Set([0, 2]) },
  );
  expect(changes.map(({ id }) => id)).toEqual([0, 2]);
});

test('of a passage, the sound up to the end of its doubtful words is what a person has heard', () => {
  const long = segment(0, 'um dois três quatro cinco', { três: 0.3 });
  const [doubt] = order([long]);
  // The word is from 2 s to 2.9 s, and the words beside it last 0.9 s.
  expect(doubt).toMatchObject({ fromMs: 2_000, toMs: 2_900, playFromMs: 1_400, playToMs: 3_500 });
  expect(doubt && playedMs(doubt, long)).toBe(1_500);
  const first = segment(0, 'um dois três quatro cinco', { um: 0.3 });
  const [atStart] = order([first]);
  expect(atStart).toMatchObject({ playFromMs: -250, playToMs: 1_500 });
  expect(atStart && playedMs(atStart, first)).toBe(900);
});

test('two doubtful words play from the word before the first to the word after the last', () => {
  const [doubt] = order([segment(0, 'a be ce de e', { be: 0.4, de: 0.3 })]);
  expect(doubt).toMatchObject({ fromMs: 1_000, toMs: 3_900, playFromMs: 400, playToMs: 4_500 });
});

test('a passage with only a warning plays with a second around it', () => {
  const { words: _, ...plain } = segment(1, 'obrigado obrigado obrigado');
  const [doubt] = order([{ ...plain, warning: 'loop' }]);
  expect(doubt).toMatchObject({ playFromMs: 9_000, playToMs: 20_000 });
});

test('a passage with a warning plays whole, also if one of its words is doubtful', () => {
  const doubtful = segment(1, 'obrigado obrigado obrigada', { obrigada: 0.2 });
  const [doubt] = order([{ ...doubtful, warning: 'loop' }]);
  expect(doubt).toMatchObject({ fromMs: 10_000, toMs: doubtful.end_ms, playFromMs: 9_000 });
  expect(doubt?.word).toMatchObject({ key: 'obrigada' });
});

test('the sound around a word of no length has to pass, because nothing of the word can', () => {
  const words = [
    { text: 'um', start_ms: 0, end_ms: 0, confidence: 0.2 },
    { text: 'dois', start_ms: 5_000, end_ms: 5_400, confidence: 0.95 },
    { text: 'três', start_ms: 9_000, end_ms: 8_600, confidence: 0.2 },
  ];
  const [atStart, inside] = [0, 2].map((doubtful) => {
    const heard = words.map((word, at) => (at === doubtful ? word : { ...word, confidence: 0.95 }));
    return order([{ ...segment(0, 'um dois três'), end_ms: 9_000, words: heard }])[0];
  });
  expect(atStart).toMatchObject({ fromMs: 0, toMs: 250 });
  expect(inside?.fromMs).toBe(inside?.playFromMs);
  expect((inside?.toMs ?? 0) - (inside?.fromMs ?? 0)).toBeGreaterThan(50);
});

test('of two equally likely mistakes the one that plays shorter comes first', () => {
  const near = segment(0, 'um dois três', { dois: 0.3 });
  const afterPauses = segment(1, 'um seis três', {});
  const words = [
    { text: 'um', start_ms: 10_000, end_ms: 10_400, confidence: 0.95 },
    { text: 'seis', start_ms: 11_000, end_ms: 11_900, confidence: 0.3 },
    { text: 'três', start_ms: 12_500, end_ms: 12_900, confidence: 0.95 },
  ];
  expect(order([near, { ...afterPauses, words }]).map(({ id }) => id)).toEqual([1, 0]);
});
