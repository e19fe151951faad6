import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { commandOf, isSameProcess, listProcesses, watchDescendants } from './processes.ts';

test.runIf(process.platform === 'linux')('endLeftovers finds and ends an orphaned process', async () => {
  // A duration of its own distinguishes this `sleep` from one of a parallel run.
  const sleep = `sleep ${60 + Math.random()}`;
  // The shell starts it in a new session and exits a moment later.
  const parent = spawn('sh', ['-c', `setsid ${sleep} >/dev/null 2>&1 & sleep 0.3`], { stdio: 'ignore' });
  const processes = watchDescendants({ rootPid: parent.pid ?? 0, everyMs: 20 });
  await once(parent, 'exit');
  const sleeper = listProcesses().find((one) => commandOf(one) === sleep);
  expect(sleeper).toBeDefined();

  const leftovers = await processes.endLeftovers(0);
  expect(leftovers.map(({ command }) => command)).toEqual([sleep]);
  expect(sleeper && isSameProcess(sleeper)).toBe(false);
});
