import pino from 'pino';
import { expect, test } from 'vitest';
import { sweepEach } from './sweep.ts';

const { signal } = new AbortController();

/** A table whose rows every query returns in the same order. */
function stock(rows: number) {
  const left = new Set(Array.from({ length: rows }, (_, at) => String(at)));
  const lines: { level: number; msg: string; failed?: number }[] = [];
  return {
    left,
    lines,
    options: {
      log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
      signal,
      rowsName: 'rows',
      find: async (skipped: string[], limit: number) =>
        [...left]
          .filter((id) => !skipped.includes(id))
          .slice(0, limit)
          .map((id) => ({ id })),
    },
  };
}

test('a sweep skips failing rows, even more than one batch, and removes the rows behind them', async () => {
  const { left, lines, options } = stock(400);
  const sweepOne = async ({ id }: { id: string }) => {
    if (Number(id) < 150) throw new Error(`${id} is held`);
    if (Number(id) < 160) return false;
    return left.delete(id);
  };
  expect(await sweepEach({ ...options, sweepOne })).toBe(240);
  expect(left.size).toBe(160);
  // The log names only a few failures but counts all of them, at error level for alerts.
  expect(lines.filter(({ level }) => level === 40)).toHaveLength(5);
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ failed: 150, swept: 240 }]);
});

test('a sweep stops when its time budget ends and leaves the other rows to the next hour', async () => {
  const { left, options } = stock(1_000);
  const sweepOne = async ({ id }: { id: string }) => left.delete(id);
  expect(await sweepEach({ ...options, sweepOne, budgetMs: 0 })).toBe(100);
  expect(left.size).toBe(900);
});

test('a sweep stops after 1,000 failures, because the storage is down', async () => {
  const { options } = stock(5_000);
  let asked = 0;
  const sweepOne = () => {
    asked += 1;
    return Promise.reject(new Error('away'));
  };
  expect(await sweepEach({ ...options, sweepOne })).toBe(0);
  expect(asked).toBe(1_000);
});
