import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { listProcesses } from '../../script/testing/processes.ts';
import { queryRows } from './embedded-postgres.ts';

/** Starts a run of its own whose last test waits for ever, and waits for that test. */
async function startWaitingRun() {
  const options = ['run', '--config', 'tests/setup/interrupted/vitest.config.ts', '--no-color'];
  const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [run.stdout, run.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  const ended = once(run, 'exit');
  const waiting = /process (\d+) waits beside (\S+)/;
  await expect.poll(() => output).toMatch(waiting);
  const [, workerPid, postgresUrl = ''] = waiting.exec(output) ?? [];
  return { run, ended, workerPid: Number(workerPid), postgresUrl, output: () => output };
}

async function expectOrderlyEnd(signal: 'SIGINT' | 'SIGTERM', exitCode: number) {
  const { run, ended, workerPid, postgresUrl, output } = await startWaitingRun();
  expect(await queryRows(postgresUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  run.kill(signal);
  expect(await ended).toEqual([exitCode, null]);
  expect(output()).toMatch(
    new RegExp(`Interrupted by ${signal}\\. These tests were running:\\n {2}.*a group > waits for ever\\n`),
  );
  expect(output()).not.toMatch(/running:\n(.*\n)*.*a test that has ended/);
  await expect(queryRows(postgresUrl, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  await expect.poll(() => listProcesses().some(({ pid }) => pid === workerPid)).toBe(false);
}

test('a run that gets SIGTERM names the running tests and ends its PostgreSQL and its workers', async () => {
  await expectOrderlyEnd('SIGTERM', 143);
});

longTest('a run that gets SIGINT does so too', async () => {
  await expectOrderlyEnd('SIGINT', 130);
});
