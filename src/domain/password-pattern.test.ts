import { expect, test } from 'vitest';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { brokenPasswordRules, passwordPattern } from './password.ts';

// A browser compiles the pattern of a field in this way.
const pattern = new RegExp(`^(?:${passwordPattern})$`, 'v');

test('the pattern of the field accepts exactly the passwords that keep the rules', () => {
  const random = seededRandom(38);
  const signs = ['a', 'z', 'ç', 'A', 'É', '0', '9', '!', '$', ' ', '_', '€'];
  const accepted = { yes: 0, no: 0 };
  for (let count = 0; count < 5_000; count += 1) {
    const length = 5 + Math.floor(random() * 8);
    const password = Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('');
    const holds = brokenPasswordRules(password).length === 0;
    expect(pattern.test(password), password).toBe(holds);
    accepted[holds ? 'yes' : 'no'] += 1;
  }
  expect(Math.min(accepted.yes, accepted.no)).toBeGreaterThan(500);
});
