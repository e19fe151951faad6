import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { FactorType } from '#contract/factors.ts';
import { ApiError } from '#web/api/client.ts';
import { createFactorVerification } from './confirm-form.tsx';

const refused = (code: ErrorCode) => new ApiError(409, { error: code, code, requestId: 'r' });

/** A fake server that returns the given answers in turn. */
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

test('an app uses one challenge for several attempts', async () => {
  const { round, challenges } = answering('totp', refused('code_wrong'), 'ok');
  await expect(round.check('000000')).rejects.toMatchObject({ body: { code: 'code_wrong' } });
  expect(await round.check('123456')).toBe('c1');
  expect(challenges()).toBe(1);
});

test('an expired challenge restarts once with the same code', async () => {
  expect(await answering('totp', refused('challenge_over'), 'ok').round.check('123456')).toBe('c2');
  const twice = answering('totp', refused('challenge_over'), refused('challenge_over'), 'ok').round;
  await expect(twice.check('123456')).rejects.toMatchObject({ body: { code: 'challenge_over' } });
  expect(await twice.check('123456')).toBe('c3');
});

test('an expired SMS challenge never sends another message by itself', async () => {
  const { round, challenges } = answering('phone', refused('challenge_over'));
  await round.begin();
  await expect(round.check('123456')).rejects.toMatchObject({ body: { code: 'challenge_over' } });
  expect(challenges()).toBe(1);
});
