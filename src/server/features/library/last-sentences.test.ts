import { describe, expect, test } from 'vitest';
import { lastSentenceOf } from './last-sentences.ts';

describe('lastSentenceOf', () => {
  test.each([
    [
      'the last of several sentences',
      ['Bom dia.', 'Vamos começar? Registro a presença.'],
      'Registro a presença.',
    ],
    [
      'a sentence over several texts',
      ['Bom dia. Registro a', 'presença da', 'secretária'],
      'Registro a presença da secretária',
    ],
    [
      'a sentence that began before the texts',
      ['e a cidade apagava', 'às dez'],
      '…e a cidade apagava às dez',
    ],
    ['a quotation that ends the sentence before', ['Ele disse: “Não.” Depois saiu.'], 'Depois saiu.'],
    ['a number with a full stop inside', ['São 1.200 ônibus.'], 'São 1.200 ônibus.'],
    ['white space', ['  Bom   dia. ', ' '], 'Bom dia.'],
  ])('%s', (_, texts, expected) => expect(lastSentenceOf(texts)).toBe(expected));

  test('no words give no sentence', () => {
    expect(lastSentenceOf([])).toBeNull();
    expect(lastSentenceOf([' ', ''])).toBeNull();
  });

  test('a long sentence keeps its end, from a whole word', () => {
    expect(lastSentenceOf(['Vamos começar a audiência pública de hoje'], 20)).toBe('…pública de hoje');
  });

  test('a text without spaces is never cut inside a character', () => {
    const cut = lastSentenceOf(['🎧'.repeat(30)], 20);
    expect(cut?.isWellFormed()).toBe(true);
    expect(cut?.length).toBeLessThanOrEqual(20);
  });
});
