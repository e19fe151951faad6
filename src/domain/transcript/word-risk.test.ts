import { expect, test } from 'vitest';
import { heardSegment } from '#tests/helpers/heard-segment.ts';
import { likelyAbove, riskyWords, textFacts } from './word-risk.ts';

const segment = (text: string, confidence: number) =>
  heardSegment(0, text, { confidenceOf: () => confidence });

function risky(text: string, confidence: number, { unfamiliar = [] as string[], startsTurn = false } = {}) {
  const one = segment(text, confidence);
  const words = riskyWords(one, textFacts([one], unfamiliar), startsTurn);
  const likely = words.filter(({ risk }) => risk > likelyAbove);
  return likely.map(({ start, end, reasons }) => [text.slice(start, end), ...reasons]);
}

test('a word that the engine is sure of is not likely wrong, also with a reason', () => {
  expect(risky('Ele não pagou 13 a Marina', 0.99, { startsTurn: true })).toEqual([]);
});

test('a word below the limit of the underline is likely wrong without any reason', () => {
  expect(risky('o contrato', 0.59)).toEqual([['o'], ['contrato']]);
  expect(risky('o contrato', 0.61)).toEqual([]);
});

test('numbers, negations, names and unfamiliar words are likely wrong earlier than others', () => {
  expect(risky('Ele não pagou 13, nem vinte.', 0.75)).toEqual([
    ['não', 'negation'],
    ['13,', 'number'],
    ['nem', 'negation'],
    ['vinte.', 'number'],
  ]);
  expect(risky('Falei com Marina. Depois saí', 0.7)).toEqual([['Marina.', 'name']]);
  // A strange name is one reason, not two.
  expect(risky('O Covalisque chegou', 0.93, { unfamiliar: ['covalisque'] })).toEqual([]);
  expect(risky('O covalisque chegou', 0.91, { unfamiliar: ['covalisque'] })).toEqual([
    ['covalisque', 'unfamiliar'],
  ]);
});

test('the first word of a voice is likely wrong earlier than others', () => {
  expect(risky('Certo então', 0.65, { startsTurn: true })).toEqual([['Certo', 'change of voice']]);
  expect(risky('Certo então', 0.65)).toEqual([]);
});

test('a strange word that the text uses often is a term of its subject', () => {
  const text = 'glicólise e glicólise';
  expect(risky(text, 0.9, { unfamiliar: ['glicólise'] })).toHaveLength(2);
  expect(risky(`${text}, glicólise, Glicólise.`, 0.9, { unfamiliar: ['glicólise'] })).toEqual([]);
});

test('a word without a confidence is no doubt, because a person wrote it', () => {
  const heard = segment('O covalisque chegou', 0.3);
  const words = (heard.words ?? []).map(({ confidence, ...word }, at) =>
    at === 1 ? word : { ...word, confidence },
  );
  const found = riskyWords({ ...heard, words }, textFacts([], ['covalisque']), false);
  expect(found.map(({ key }) => key)).toEqual(['o', 'chegou']);
});
