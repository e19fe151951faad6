import { expect, test } from 'vitest';
import { excerptOf } from './excerpt-of.ts';

test.each([
  ['', ''],
  ['Curto.', 'Curto.'],
  ['  um\n\ndois\tte ', 'um dois te'],
  ['dez letras', 'dez letras'],
  ['uma frase longa', 'uma frase…'],
  ['uma vez, outra', 'uma vez…'],
  ['uma coisa outra', 'uma coisa…'],
  ['palavralonguíssima', 'palavralo…'],
  ['12345678💡💡💡', '12345678…'],
])('%j in ten signs is %j', (text, excerpt) => {
  expect(excerptOf(text, 10)).toBe(excerpt);
  expect(excerptOf(text, 10).length).toBeLessThanOrEqual(10);
});
