import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort } from '#tests/helpers/free-port.ts';
import { runServerLoop } from './server-loop.ts';

/** A server that answers at once, in the place of the product. */
const answering = (port: number) =>
  `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`;

async function startLoop() {
  const port = await freePort();
  const said: string[] = [];
  const pids: (number | undefined)[] = [];
  const stop = new AbortController();
  let code = answering(port);
  let fault: Error | undefined;
  let save = (_changed: readonly string[]) => {};
  const loop = runServerLoop({
    nextChange: (signal) =>
      new Promise((resolve, reject) => {
        save = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    async launch() {
      if (fault !== undefined) throw fault;
      const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
      pids.push(child.pid);
      await once(child, 'spawn');
      return child;
    },
    readyUrl: `http://127.0.0.1:${port}/`,
    onReady: () => said.push('ready'),
    say: (line) => said.push(line),
    signal: stop.signal,
  });
  return {
    said,
    pids,
    save(paths: readonly string[], change: { code?: string; fault?: Error } = {}) {
      code = change.code ?? answering(port);
      fault = change.fault;
      save(paths);
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await loop;
    },
  };
}

const isRunning = (pid = 0) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a saved file ends the server before the next one starts, and a server that ended waits for a file', async () => {
  const dev = await startLoop();
  await expect.poll(() => dev.said).toEqual(['ready']);
  dev.save(['src/server/a.ts', 'src/server/b.ts']);
  const line = expect.stringMatching(
    /^The server runs the new src\/server\/a\.ts and 1 more \(started in .* s\)\.$/,
  );
  await expect.poll(() => dev.said).toEqual(['ready', line, 'ready']);
  expect(dev.pids.map(isRunning)).toEqual([false, true]);

  dev.save(['src/server/a.ts'], { code: 'process.exit(3)' });
  const ended = 'The server ended (exit code 3). The next saved server file starts it again.';
  await expect.poll(() => dev.said.at(-1)).toBe(ended);
  dev.save(['src/server/a.ts']);
  await expect.poll(() => dev.said.at(-1)).toBe('ready');
  await dev[Symbol.asyncDispose]();
  expect(dev.pids.map(isRunning)).toEqual([false, false, false, false]);
});

test('the loop names a failed preparation, and the command for changed tables after a server that ended', async () => {
  await using dev = await startLoop();
  await expect.poll(() => dev.said).toEqual(['ready']);
  dev.save(['drizzle/9_a.sql'], { fault: new Error('The database has other migrations.') });
  const waiting =
    'The database has other migrations.\nThe server does not run. The next saved server file starts it again.';
  await expect.poll(() => dev.said.at(-1)).toBe(waiting);
  dev.save(['src/server/adapters/db/schema/auth.ts'], { code: 'process.exit(1)' });
  await expect
    .poll(() => dev.said.at(-1))
    .toBe(
      'The server ended (exit code 1). If a column of the tables changed: npm run db:generate -- --name what-changed',
    );
});
