import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export type RunningProcess = Readonly<{ pid: number; parentPid: number; startedAt: string; command: string }>;

function readProcess(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name may contain spaces and brackets, so count the fields from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parentPid: Number(fields[1]), startedAt: fields[19] ?? '', command };
  } catch {
    return undefined;
  }
}

/** Returns all processes of this machine, or none on a system without /proc. */
export function listProcesses(): RunningProcess[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readProcess(Number(name)))
      .filter((found) => found !== undefined);
  } catch {
    return [];
  }
}

/** Returns the processes below `roots`, without the roots. */
export function descendantsOf(roots: ReadonlySet<number>, processes = listProcesses()): RunningProcess[] {
  const known = new Set(roots);
  const found: RunningProcess[] = [];
  let before = -1;
  while (before !== found.length) {
    before = found.length;
    for (const candidate of processes) {
      if (known.has(candidate.pid) || !known.has(candidate.parentPid)) continue;
      known.add(candidate.pid);
      found.push(candidate);
    }
  }
  return found;
}

export const isSameProcess = ({ pid, startedAt }: RunningProcess) =>
  readProcess(pid)?.startedAt === startedAt;

type Watch = { rootPid?: number; everyMs?: number };

/**
 * Records the descendants of a process while it runs. The kernel reparents an orphan to init, so afterwards it could
 * not be distinguished from other processes of the machine.
 */
export function watchDescendants({ rootPid = process.pid, everyMs = 250 }: Watch = {}) {
  const seen = new Map<string, RunningProcess>();
  const poll = () => {
    // Forget processes that ended. A long run has thousands, and polling them all would take a tenth of a core.
    for (const [key, one] of seen) if (!isSameProcess(one)) seen.delete(key);
    for (const found of descendantsOf(new Set([rootPid, ...[...seen.values()].map(({ pid }) => pid)]))) {
      seen.set(`${found.pid} ${found.startedAt}`, found);
    }
  };
  const timer = setInterval(poll, everyMs);
  timer.unref();

  /** Waits for the last descendants to exit, then ends the remaining ones and returns them. */
  const endLeftovers = async (graceMs: number): Promise<RunningProcess[]> => {
    poll();
    clearInterval(timer);
    // Read the command again, because a process seen right after its fork still had its parent's command.
    const remaining = () =>
      [...seen.values()]
        .filter(isSameProcess)
        .map(({ pid }) => readProcess(pid))
        .filter((found) => found !== undefined);
    for (const until = Date.now() + graceMs; remaining().length > 0 && Date.now() < until; ) await delay(50);
    const leftovers = remaining();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      for (const { pid } of remaining()) sendSignal(pid, signal);
      for (const until = Date.now() + 3_000; remaining().length > 0 && Date.now() < until; ) await delay(50);
    }
    return leftovers;
  };
  return { endLeftovers };
}

/** Signals a process, or its process group if `pid` is negative. Ignores a process that has already exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
