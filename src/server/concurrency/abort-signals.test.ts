import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { anySignal } from './abort-signals.ts';

const listenersOf = (...sources: readonly AbortController[]) =>
  sources.map(({ signal }) => getEventListeners(signal, 'abort').length);

test('the first of them stops it, with its reason, and nothing of it stays with the others', () => {
  const [job, closing] = [new AbortController(), new AbortController()];
  const { signal } = anySignal(job.signal, closing.signal);
  expect(signal.aborted).toBe(false);
  closing.abort('the process ends');
  job.abort('too late');
  expect([signal.aborted, signal.reason]).toEqual([true, 'the process ends']);
  expect(listenersOf(job, closing)).toEqual([0, 0]);
});

test('one that was aborted before stops it at once', () => {
  const [job, closing] = [new AbortController(), new AbortController()];
  closing.abort('the process ends');
  const { signal } = anySignal(job.signal, closing.signal);
  expect([signal.aborted, signal.reason]).toEqual([true, 'the process ends']);
  expect(listenersOf(job, closing)).toEqual([0, 0]);
});

test('one that was never needed leaves nothing behind with a signal that lives on', () => {
  const closing = new AbortController();
  for (let jobs = 0; jobs < 100; jobs += 1) {
    using either = anySignal(new AbortController().signal, closing.signal);
    expect(either.signal.aborted).toBe(false);
    expect(listenersOf(closing)).toEqual([1]);
  }
  expect(listenersOf(closing)).toEqual([0]);
});
