import { expect, test } from 'vitest';
import { phoneSchema } from '#contract/factors.ts';
import { normalizePhone } from './describe-form.tsx';

test.each([
  ['(11) 99999-9999', '+5511999999999'],
  ['11999999999', '+5511999999999'],
  ['(55) 99999-9999', '+5555999999999'],
  ['011 3333-4444', '+551133334444'],
  ['55 11 99999-9999', '+5511999999999'],
  [' +351 912 345 678', '+351912345678'],
  ['00351912345678', '+351912345678'],
  ['+55 (11) 99999-9999', '+5511999999999'],
])('"%s" becomes %s', (typed, complete) => {
  expect(normalizePhone(typed)).toBe(complete);
  expect(phoneSchema.safeParse(complete).success).toBe(true);
});

test.each([[''], ['99999-9999'], ['abc'], ['+'], ['123456789012345678']])(
  '"%s" is not a phone number',
  (typed) => {
    expect(phoneSchema.safeParse(normalizePhone(typed)).success).toBe(false);
  },
);
