import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { trackNativeErrors } from './decode.ts';

test('a call that logs errors and never answers fails with the logged errors', async () => {
  const errors = trackNativeErrors(30);
  const answer = errors.orAnswer(new Promise(() => {}));
  errors.hear('failed to encode\n');
  errors.hear('failed to decode\n');
  await expect(answer).rejects.toThrow('failed to encode; failed to decode');
});

test('an answer counts despite a logged error, and a call without an error may take its time', async () => {
  const errors = trackNativeErrors(50);
  const answer = errors.orAnswer(delay(10, 'text'));
  errors.hear('something small');
  expect(await answer).toBe('text');
  errors.forget();
  expect(errors.list()).toEqual([]);
  expect(await errors.orAnswer(delay(100, 'later'))).toBe('later');
});
