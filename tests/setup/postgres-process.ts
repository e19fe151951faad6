import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Settings } from '#server/adapters/db/embedded/launch.ts';

/** Safety that a test does not need, given away for speed. */
export const quickSettings: Settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

const script = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url));

/** Another process of ours that uses the embedded PostgreSQL of a data folder until it is told to leave. */
export function startPostgresProcess(dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const started = (async () => {
    if (child.stdout === null) throw new Error('the process has no output');
    for await (const line of createInterface({ input: child.stdout }))
      return JSON.parse(line) as { url: string };
    throw new Error('the process ended before its PostgreSQL was up');
  })();
  started.catch(() => {});
  return {
    child,
    started,
    /** Leaves in order, as Ctrl-C makes the product do. */
    async leave() {
      child.kill('SIGINT');
      return ended;
    },
    async killHard() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
