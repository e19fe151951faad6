import { afterEach, expect, test, vi } from 'vitest';
import { earlyAnswerName, takeEarlyAnswer } from './early-answer.ts';

afterEach(() => void vi.useRealTimers());

const path = '/api/transcribe/1';

function left(answer = Promise.resolve(new Response('text'))) {
  Object.assign(globalThis, {
    [earlyAnswerName]: { path, token: 'ana', answer, sentAtMs: performance.now() },
  });
}

test('an early answer is taken once, and only by its own request', async () => {
  left();
  expect(takeEarlyAnswer('/api/profile', 'ana')).toBeUndefined();
  expect(await (await takeEarlyAnswer(path, 'ana'))?.text()).toBe('text');
  expect(takeEarlyAnswer(path, 'ana')).toBeUndefined();
});

test('a request with the token of another account does not get the early answer', () => {
  left();
  expect(takeEarlyAnswer(path, 'bia')).toBeUndefined();
  expect(takeEarlyAnswer(path, 'ana')).toBeUndefined();
});

test('an early answer counts for half a minute', () => {
  vi.useFakeTimers();
  left();
  vi.advanceTimersByTime(30_001);
  expect(takeEarlyAnswer(path, 'ana')).toBeUndefined();
});

test('a lost early request gives no answer, so that the page sends its own', async () => {
  left(Promise.reject(new TypeError('no connection')));
  expect(await takeEarlyAnswer(path, 'ana')).toBeUndefined();
});
