import { expect, test } from 'vitest';
import { detectHallucination, isRepetitive, repeatsItself } from './detect-hallucinations.ts';

const segment = (text: string, startMs = 0, endMs = 5_000) => ({ text, startMs, endMs });
const sounding = { isSilent: () => false };
const silent = { isSilent: () => true };

test.each([
  'e e e e e e e e e',
  'a gente vai a gente vai a gente vai a gente vai a gente vai',
  'Não sei. Não sei! Não sei, não sei; não sei.',
  'começo normal e depois o que é isso o que é isso o que é isso o que é isso o que é isso',
])('the detector reports "%s" as a loop', (text) => {
  expect(isRepetitive(text)).toBe(true);
});

test.each([
  'Sim, sim, sim, sim.',
  'Muito, muito, muito obrigado a todos que vieram.',
  'o um dois três quatro cinco seis sete oito nove dez',
  'Não sei. Não sei. Não sei.',
  '',
])('the detector accepts "%s"', (text) => {
  expect(isRepetitive(text)).toBe(false);
});

test('the detector doubts impossibly fast speech, but not short exclamations', () => {
  expect(
    detectHallucination(
      segment('Quarenta palavras compridas ditas num instante que ninguém alcançaria', 0, 1_000),
      sounding,
    ),
  ).toBe('too_fast');
  expect(detectHallucination(segment('Isso mesmo!', 0, 100), sounding)).toBeUndefined();
});

test('the detector doubts a known phrase only over silence, and only as the whole segment', () => {
  expect(detectHallucination(segment('Obrigado por assistir!'), silent)).toBe('invented');
  expect(detectHallucination(segment('Obrigado por assistir!'), sounding)).toBeUndefined();
  expect(detectHallucination(segment('Obrigado por assistir à aula de hoje.'), silent)).toBeUndefined();
});

test('five equal segments are a loop, four are a repeated answer', () => {
  const same = (count: number) => Array.from({ length: count }, () => segment('Certo.'));
  expect(repeatsItself(same(5))).toBe(true);
  expect(repeatsItself(same(4))).toBe(false);
});
