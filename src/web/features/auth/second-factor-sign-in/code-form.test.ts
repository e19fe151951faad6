import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { FactorType } from '#contract/factors.ts';
import { ApiError, NetworkError } from '#web/api/client.ts';
import { createCodeCheck } from './code-form.tsx';

const refused = (code: ErrorCode) => new ApiError(400, { error: `texto de ${code}`, code, requestId: 'r-1' });

/** A fake server that returns the given answers in turn. */
function answering(type: FactorType, ...answers: ('ok' | Error)[]) {
  const requests: { challenge_id: string; code: string }[] = [];
  let challenges = 0;
  const check = createCodeCheck({
    type,
    startChallenge: async () => {
      challenges += 1;
      return { id: `c${challenges}` };
    },
    verify: async (answer) => {
      requests.push(answer);
      const next = answers.shift();
      if (next instanceof Error) throw next;
    },
  });
  return { check, requests, challenges: () => challenges };
}

test("an app's challenge starts with the first code", async () => {
  const { check, requests, challenges } = answering('totp', 'ok');
  expect(challenges()).toBe(0);
  expect(await check.check('123456')).toEqual({ kind: 'passed' });
  expect(requests).toEqual([{ challenge_id: 'c1', code: '123456' }]);
});

test('wrong codes are attempts of one challenge, and the last one ends it', async () => {
  const wrong = Array.from({ length: 4 }, () => refused('code_wrong'));
  const { check, challenges } = answering('totp', ...wrong, refused('challenge_over'), 'ok');
  for (const _ of wrong)
    expect(await check.check('000000')).toEqual({ kind: 'wrong', text: 'texto de code_wrong' });
  expect(await check.check('000000')).toEqual({ kind: 'over', text: 'texto de challenge_over' });
  expect(challenges()).toBe(1);
  await check.begin();
  expect(await check.check('123456')).toEqual({ kind: 'passed' });
  expect(challenges()).toBe(2);
});

test('an expired challenge of an app restarts once with the same code', async () => {
  const { check, requests } = answering('totp', refused('challenge_over'), 'ok');
  await check.begin();
  expect(await check.check('123456')).toEqual({ kind: 'passed' });
  expect(requests.map(({ challenge_id }) => challenge_id)).toEqual(['c1', 'c2']);
  const always = answering('totp', refused('challenge_over'), refused('challenge_over'));
  expect(await always.check.check('123456')).toEqual({ kind: 'over', text: 'texto de challenge_over' });
});

test('an expired SMS challenge never sends another message by itself', async () => {
  const { check, challenges } = answering('phone', refused('challenge_over'));
  await check.begin();
  expect(await check.check('123456')).toEqual({ kind: 'over', text: 'texto de challenge_over' });
  expect(challenges()).toBe(1);
});

test('errors that do not concern the code are passed on', async () => {
  const { check } = answering('totp', new NetworkError(undefined), refused('too_many_requests'));
  await expect(check.check('123456')).rejects.toBeInstanceOf(NetworkError);
  await expect(check.check('123456')).rejects.toBeInstanceOf(ApiError);
});
