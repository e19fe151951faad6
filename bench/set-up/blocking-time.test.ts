import { expect, test } from 'vitest';
import { mainThreadBlockingMs } from './blocking-time.ts';

const page = { pid: 7, tid: 1 };
const main = { isOutermostMainFrame: true, documentLoaderURL: 'http://127.0.0.1/' };
const begin = { name: 'navigationStart', ph: 'R', ts: 100, args: { data: main }, ...page };
const paint = { name: 'firstContentfulPaint', ph: 'R', ts: 500, ...page };
const task = (ts: number, ranMs: number) => ({
  name: 'ThreadControllerImpl::RunTask',
  ph: 'X',
  ts,
  dur: 900_000,
  tdur: ranMs * 1_000,
  ...page,
});

test('the blocking time counts CPU time of the main thread beyond 50 ms a task, after the first paint', () => {
  const events = [begin, task(200, 100), paint, task(600, 12), task(700, 20), { ...task(800, 90), tid: 2 }];
  expect(mainThreadBlockingMs(events)).toBe(30);
});

test('mainThreadBlockingMs throws for a trace without a navigation or a first paint', () => {
  expect(() => mainThreadBlockingMs([begin])).toThrow(/first paint/);
  expect(() => mainThreadBlockingMs([paint])).toThrow(/navigation start/);
});
