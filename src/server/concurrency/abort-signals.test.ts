import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { anySignal } from './abort-signals.ts';

const listenersOf = (...sources: readonly AbortController[]) =>
  sources.map(({ signal }) => getEventListeners(signal, 'abort').length);

test('anySignal aborts with the reason of the first signal and removes its listeners from the others', () => {
  const [job, closing] = [new AbortController(), new AbortController()];
  const { signal } = anySignal(job.signal, closing.signal);
  expect(signal.aborted).toBe(false);
  closing.abort('the process ends');
  job.abort('too late');
  expect([signal.aborted, signal.reason]).toEqual([true, 'the process ends']);
  expect(listenersOf(job, closing)).toEqual([0, 0]);
});

test('anySignal aborts at once when a signal was already aborted', () => {
  const [job, closing] = [new AbortController(), new AbortController()];
  closing.abort('the process ends');
  const { signal } = anySignal(job.signal, closing.signal);
  expect([signal.aborted, signal.reason]).toEqual([true, 'the process ends']);
  expect(listenersOf(job, closing)).toEqual([0, 0]);
});

test('disposing anySignal removes its listeners from a long-lived signal', () => {
  const closing = new AbortController();
  for (let jobs = 0; jobs < 100; jobs += 1) {
    using either = anySignal(new AbortController().signal, closing.signal);
    expect(either.signal.aborted).toBe(false);
    expect(listenersOf(closing)).toEqual([1]);
  }
  expect(listenersOf(closing)).toEqual([0]);
});
