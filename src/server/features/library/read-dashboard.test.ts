import { expect, test } from 'vitest';
import { makeExcerpt } from './read-dashboard.ts';

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
])('the excerpt of %j in ten characters is %j', (text, excerpt) => {
  expect(makeExcerpt(text, 10)).toBe(excerpt);
  expect(makeExcerpt(text, 10).length).toBeLessThanOrEqual(10);
});
