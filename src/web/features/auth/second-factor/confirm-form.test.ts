import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { FactorType } from '#contract/factors.ts';
import { ApiError } from '../../../api/client.ts';
import { createFactorVerification } from './confirm-form.tsx';

const refused = (code: ErrorCode) => new ApiError(409, { error: code, code, requestId: 'r' });

/** A server that answers each code as the test says, in turn. */
function answering(type: FactorType, ...answers: ('ok' | Error)[]) {
  let challenges = 0;
  const round = createFactorVerification({
    type,
    startChallenge: async () => {
      challenges += 1;
      return { id: `c${challenges}` };
    },
    verify: async ({ challenge_id }) => {
      const next = answers.shift();
      if (next instanceof Error) throw next;
      return challenge_id;
    },
  });
  return { round, challenges: () => challenges };
}

test('an app needs one challenge for several tries', async () => {
  const { round, challenges } = answering('totp', refused('code_wrong'), 'ok');
  await expect(round.check('000000')).rejects.toMatchObject({ body: { code: 'code_wrong' } });
  expect(await round.check('123456')).toBe('c1');
  expect(challenges()).toBe(1);
});

test('a challenge that is over is begun again with the same code, once', async () => {
  expect(await answering('totp', refused('challenge_over'), 'ok').round.check('123456')).toBe('c2');
  const twice = answering('totp', refused('challenge_over'), refused('challenge_over'), 'ok').round;
  await expect(twice.check('123456')).rejects.toMatchObject({ body: { code: 'challenge_over' } });
  expect(await twice.check('123456')).toBe('c3');
});

test('a message that is over is never sent again by itself', async () => {
  const { round, challenges } = answering('phone', refused('challenge_over'));
  await round.begin();
  await expect(round.check('123456')).rejects.toMatchObject({ body: { code: 'challenge_over' } });
  expect(challenges()).toBe(1);
});
