import { expect, test } from 'vitest';
import { findDrift } from './find-drift.ts';
import { readPortugueseWords } from './portuguese-words.ts';

test.each([
  'Então a gente foi lá ver o que estava acontecendo, né?',
  'É isso aí.',
  'Tá bom, pode ser, vamos lá.',
  'A reunião de marketing foi sobre o budget do time e o feedback do customer success manager.',
  'O notebook travou durante a live do podcast, e o deploy do backend deu timeout.',
  'Ontem eu assisti The Lord of the Rings com a Ana, e depois Breaking Bad.',
  'O réu alegou exceptio non adimpleti contractus, e o juiz citou o pacta sunt servanda.',
  'Fizemos, falaríamos, disseram-lhe, comprá-lo-emos e cachorrinhos.',
  'Machine Learning',
  'Ok.',
  '',
  '12.345,67',
])('Portuguese stays Portuguese, also with borrowed terms and names: %s', async (text) => {
  expect(await findDrift(text, 'pt')).toBeUndefined();
});

test.each([
  ['So the people went there to see what was happening.', 'en'],
  ['Yeah.', 'en'],
  ['Thank you.', 'en'],
  ['Então a gente foi there and we saw o que estava happening.', 'en'],
  ['Ele pegou e falou assim, you know, it was like, muito difícil.', 'en'],
  ['Entonces la gente fue allí para ver lo que estaba pasando.', 'es'],
  ['Y después él dijo: mira, no voy a ir.', 'es'],
])('a Portuguese recording fell into another language: %s', async (text, language) => {
  expect(await findDrift(text, 'pt')).toBe(language);
});

test('another chosen language is compared with itself', async () => {
  expect(await findDrift('So the people went there to see what was happening.', 'en')).toBeUndefined();
  expect(await findDrift('Y después él dijo: mira, no voy a ir.', 'es')).toBeUndefined();
  expect(await findDrift('So the people went there to see what was happening.', 'es')).toBe('en');
});

test('a chosen language that the check does not know is never compared', async () => {
  expect(await findDrift('Il-bniedem kollu jitwieled ħieles u ugwali fid-dinjità.', 'mt')).toBeUndefined();
});

test('the word list knows the forms of verbs, plurals and joined pronouns, and no English glue', () => {
  const isPortuguese = readPortugueseWords();
  const known = 'estávamos assisti falou pusesse meninas àquele cachorrinho fazê-lo disseram-lhe pra né tô';
  expect(known.split(' ').filter((word) => !isPortuguese(word))).toEqual([]);
  expect('the and happening entonces estaba thank'.split(' ').filter(isPortuguese)).toEqual([]);
});
