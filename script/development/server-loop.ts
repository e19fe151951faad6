import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { minuteMs, secondMs } from '#domain/format/durations.ts';

type ServerLoopOptions = {
  /** Waits for changed files. Rejects after the abort of the signal. */
  nextChange: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Prepares the database. Without a launched server, the loop waits for the next changed file. */
  launch: () => Promise<ChildProcess>;
  readyUrl: string;
  onReady: () => void;
  say: (line: string) => void;
  signal: AbortSignal;
};

const pollMs = 100;
// Longer than any check of the server's readiness, which would log the aborted request.
const answerTimeoutMs = 10 * secondMs;
const slowAfterMs = minuteMs;
const stopTimeoutMs = 10 * secondMs;
const schema = 'src/server/adapters/db/schema/';
const migrations = 'drizzle/';

const waits = 'The next saved server file starts it again.';
const migrates = 'If a column of the tables changed: npm run db:generate -- --name what-changed';

async function answers(url: string) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) }).catch(() => undefined);
  return answer?.ok === true;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

export async function stopChild(child: ChildProcess) {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(limit);
}

function nameOf(changed: readonly string[]) {
  const [first = '', ...others] = changed;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

const changesOnlyTables = (changed: readonly string[]) =>
  changed.some((path) => path.startsWith(schema)) && !changed.some((path) => path.startsWith(migrations));

/** Keeps one server running, of the newest code. Returns after the abort of the signal and the end of the server. */
export async function runServerLoop(options: ServerLoopOptions): Promise<void> {
  const { nextChange, launch, readyUrl, onReady, say, signal } = options;

  /** Tells of the server's readiness and of its end, until `isCurrent` tells that another one follows. */
  async function follow(child: ChildProcess, changed: readonly string[], isCurrent: () => boolean) {
    const startedMs = performance.now();
    let isLate = false;
    child.once('exit', (code, killedBy) => {
      const next = changesOnlyTables(changed) ? migrates : waits;
      if (isCurrent()) say(`The server ended (${killedBy ?? `exit code ${code}`}). ${next}`);
    });
    while (isCurrent() && !hasEnded(child)) {
      if (await answers(readyUrl)) {
        if (!isCurrent() || hasEnded(child)) return;
        const seconds = ((performance.now() - startedMs) / secondMs).toFixed(1);
        if (changed.length > 0) say(`The server runs the new ${nameOf(changed)} (started in ${seconds} s).`);
        if (changesOnlyTables(changed)) say(migrates);
        onReady();
        return;
      }
      if (!isLate && performance.now() - startedMs > slowAfterMs) {
        isLate = true;
        say(`The server is still not ready after ${slowAfterMs / secondMs} s. Its messages are above.`);
      }
      await delay(pollMs);
    }
  }

  const ignoreAbort = (error: unknown): readonly string[] => {
    if (signal.aborted) return [];
    throw error;
  };

  let changed: readonly string[] = [];
  while (!signal.aborted) {
    const next = nextChange(signal).catch(ignoreAbort);
    let isCurrent = true;
    let server: ChildProcess | undefined;
    try {
      server = await launch();
      void follow(server, changed, () => isCurrent && !signal.aborted);
    } catch (error) {
      say(`${error instanceof Error ? error.message : String(error)}\nThe server does not run. ${waits}`);
    }
    changed = await next;
    isCurrent = false;
    if (server !== undefined) await stopChild(server);
  }
}
