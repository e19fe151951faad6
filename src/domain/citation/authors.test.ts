import { expect, test } from 'vitest';
import { authorOf, shortTitle, surnameAmong, titleAsEntry } from './authors.ts';

test.each([
  ['João da Silva', 'Silva', 'João da'],
  ['João Carlos dos Santos Júnior', 'Santos Júnior', 'João Carlos dos'],
  ['Waldir Grisard Filho', 'Grisard Filho', 'Waldir'],
  ['Pedro Lima Jr.', 'Lima Jr.', 'Pedro'],
  ['João Neto', 'Neto', 'João'],
  ['Dr. Paulo Souza', 'Souza', 'Paulo'],
  ['Sra. Secretária Lúcia Reis', 'Reis', 'Lúcia'],
  ['Secretária Lúcia', 'Lúcia', ''],
  ['Lúcia', 'Lúcia', ''],
  ['Maria do Espírito Santo', 'Espírito Santo', 'Maria do'],
  ['Massimo La Torre', 'La Torre', 'Massimo'],
  ['Vincent van Gogh', 'van Gogh', 'Vincent'],
  ["Ubiratan D'Ambrosio", "D'Ambrosio", 'Ubiratan'],
  ['Ana Lima-Barreto', 'Lima-Barreto', 'Ana'],
  ['JOÃO DA SILVA', 'Silva', 'João da'],
  ['ana costa', 'Costa', 'Ana'],
  ['João Paulo II', 'João Paulo II', ''],
  ['Maria Souza (testemunha)', 'Souza', 'Maria'],
  ['Maria Souza, advogada', 'Souza', 'Maria'],
  ['👩‍⚖️ Maria Souza', 'Souza', 'Maria'],
])('the author of "%s" has the surname "%s" and the given name "%s"', (voice, surname, given) => {
  expect(authorOf(voice)).toEqual({ surname, given });
});

test.each(['Pessoa 2', 'Testemunha 1', 'Secretária', 'Presidente da Mesa', 'Professor Doutor', '42', '🎤'])(
  'the voice "%s" has no surname, so all of it is the author',
  (voice) => {
    expect(authorOf(voice)).toEqual({ surname: voice, given: '' });
  },
);

test('initials tell two voices with the same surname apart', () => {
  const voices = ['Dr. João da Silva', 'Maria de Lourdes Silva', 'Ana Costa'];
  expect(voices.map((voice) => surnameAmong(voice, voices))).toEqual(['Silva, J.', 'Silva, M. L.', 'Costa']);
});

test('a title that stands for the author is cut after its first word, or after an article and a word', () => {
  expect(['Reunião de pauta', 'A casa amarela', 'Reunião: pauta', 'Audiência', 'A'].map(shortTitle)).toEqual([
    'Reunião […]',
    'A casa […]',
    'Reunião […]',
    'Audiência',
    'A',
  ]);
  expect(['Reunião de pauta', 'A casa amarela', 'Audiência'].map(titleAsEntry)).toEqual([
    'REUNIÃO de pauta',
    'A CASA amarela',
    'AUDIÊNCIA',
  ]);
});
