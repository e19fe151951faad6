import { expect, test } from 'vitest';
import { retryAfterText } from './server-errors.ts';

test.each([
  [undefined, undefined],
  [1, 'Tente de novo em menos de 1 minuto.'],
  [60, 'Tente de novo em 1 minuto.'],
  [61, 'Tente de novo em 2 minutos.'],
  [899, 'Tente de novo em 15 minutos.'],
])('the text for a refusal that ends in %s seconds', (retryAfterSeconds, text) => {
  expect(retryAfterText({ retryAfterSeconds })).toBe(text);
});
