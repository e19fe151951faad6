import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from '#tests/helpers/free-port.ts';
import { runningPostmaster } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const copied = ['src', 'sandbox', 'script', 'drizzle', 'tests', 'patches', 'public'];
const copiedFiles = ['package.json', 'package-lock.json', 'tsconfig.json', '.node-version'];
const configs = ['vite.config.ts', 'react-router.config.ts'];

/** A copy of the project, so that a test can change its files. Each package is a link, so that Vite keeps its own cache. */
async function copyProject(root: string) {
  for (const name of [...copied, ...copiedFiles, ...configs])
    await cp(name, join(root, name), { recursive: true });
  await mkdir(join(root, 'node_modules'));
  for (const name of await readdir('node_modules'))
    if (!name.startsWith('.vite'))
      await symlink(resolve('node_modules', name), join(root, 'node_modules', name));
}

const timeoutMs = 60_000;
const pollMs = 50;

/** Starts the real script/dev in a copy of the project. */
export async function startDevInCopy() {
  await using stack = new AsyncDisposableStack();
  const { path: root } = stack.use(await temporaryFolder({ name: 'project' }));
  const { path: dataDir } = stack.use(await temporaryFolder());
  await copyProject(root);
  // script/dev takes this port, the two after the server's, and the server's, which is ten higher.
  const port = await freePort({ inARow: 13 });
  const { PATH, HOME } = process.env;
  const child = spawn(join(root, 'script/dev'), [], {
    cwd: root,
    env: {
      PATH,
      HOME,
      CI: '1',
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: join(root, 'cache'),
    },
    // As a group of its own, which gets the signals of a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const group = child.pid ?? 0;
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  stack.defer(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-group, 'SIGKILL');
    await ended;
  });

  async function until(what: string, isTrue: () => Promise<boolean> | boolean) {
    const giveUpAt = Date.now() + timeoutMs;
    while (!(await isTrue())) {
      if (Date.now() > giveUpAt) throw new Error(`waited in vain for ${what}:\n${output}`);
      await delay(pollMs);
    }
  }

  const rest = stack.move();
  return {
    root,
    ask: (path: string) => fetch(`http://127.0.0.1:${port + 10}${path}`).catch(() => undefined),
    until,
    untilSaid: (text: string) => until(text, () => output.includes(text)),
    said: () => output,
    read: (path: string) => readFile(join(root, path), 'utf8'),
    write: (path: string, text: string) => writeFile(join(root, path), text),
    /** As editors save: the file gets another inode. */
    async replace(path: string, text: string) {
      await writeFile(join(root, `${path}~`), text);
      await rename(join(root, `${path}~`), join(root, path));
    },
    /** Sends the signal to the whole group, as a terminal does, or only to the process of script/dev. */
    async end(signal: NodeJS.Signals, to: 'group' | 'process') {
      process.kill(to === 'group' ? -group : group, signal);
      const end = await ended;
      expect(await runningPostmaster({ clusterFolder: `${dataDir}/postgres` })).toBeUndefined();
      return end;
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}
