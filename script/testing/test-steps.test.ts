import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandOf, listProcesses } from './processes.ts';
import {
  addCounts,
  closingLine,
  countPlaywright,
  countVitest,
  noTests,
  repeatOutput,
  runStep,
} from './test-steps.ts';

const shell = (text: string) => ({ program: 'sh', args: ['-c', text] });

test('runStep stops at the first failing command and returns the output', async () => {
  const result = await runStep(
    { name: 'a', commands: [shell('echo one'), shell('echo two >&2; exit 3'), shell('echo three')] },
    5_000,
  );
  expect(result).toMatchObject({ ok: false, output: 'one\ntwo\n' });
});

test('runStep ends a step that exceeds its timeout, with its child processes', async () => {
  // A duration of its own distinguishes this `sleep` from one of a parallel run.
  const sleep = `sleep ${60 + Math.random()}`;
  const isRunning = () => listProcesses().some((one) => commandOf(one) === sleep);
  const running = runStep({ name: 'a', commands: [shell(`${sleep} & wait`)] }, 1_000);
  await expect.poll(isRunning).toBe(process.platform === 'linux');
  const result = await running;
  expect(result.ok).toBe(false);
  expect(result.seconds).toBeLessThan(5);
  expect(result.output).toContain('took longer than');
  await expect.poll(isRunning, { timeout: 2_000 }).toBe(false);
});

function reportOf(report: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'escriba-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

test('the closing line sums both runners and mentions skipped tests only if there are any', () => {
  const vitest = countVitest(
    reportOf({ numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 }),
  );
  const playwright = countPlaywright(
    reportOf({ stats: { expected: 7, unexpected: 2, flaky: 1, skipped: 0 } }),
  );
  expect(closingLine(addCounts(vitest, playwright))).toBe('48 passed, 3 failed, 2 skipped');
  expect(closingLine({ passed: 8, failed: 0, skipped: 0 })).toBe('8 passed, 0 failed');
});

test('countVitest and countPlaywright count no tests without a report', () => {
  expect(countVitest('/nowhere/report.json')).toEqual(noTests);
  expect(countPlaywright('/nowhere/report.json')).toEqual(noTests);
});

test('the end of a failed check is repeated, so that it stays in sight after the lines of the tests', () => {
  expect(repeatOutput({ name: 'pages', output: '\nsh: vite: not found\n' })).toBe(
    'pages:\n  sh: vite: not found',
  );
  const output = Array.from({ length: 100 }, (_each, line) => `line ${line}`).join('\n');
  const repeated = repeatOutput({ name: 'types', output }).split('\n');
  expect(repeated).toHaveLength(21);
  expect([repeated[0], repeated.at(-1)]).toEqual(['types, the last lines:', '  line 99']);
});
