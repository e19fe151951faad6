import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export type RunningProcess = Readonly<{ pid: number; parentPid: number; startedAt: string }>;

function readProcess(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name may contain spaces and brackets, so count the fields from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : { pid, parentPid: Number(fields[1]), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Returns the command line, or an empty text if the process has exited. */
export function commandOf({ pid }: Pick<RunningProcess, 'pid'>): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
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
export function watchDescendants({ rootPid = process.pid, everyMs = 500 }: Watch = {}) {
  let seen: readonly RunningProcess[] = [];
  const poll = () => {
    // One reading of the list for all, because a long run has thousands of processes.
    const processes = listProcesses();
    const startedAt = new Map(processes.map((one) => [one.pid, one.startedAt]));
    const alive = seen.filter((one) => startedAt.get(one.pid) === one.startedAt);
    seen = [...alive, ...descendantsOf(new Set([rootPid, ...alive.map(({ pid }) => pid)]), processes)];
  };
  const timer = setInterval(poll, everyMs);
  timer.unref();

  /** Waits for the last descendants to exit, then ends the remaining ones and returns them. */
  const endLeftovers = async (graceMs: number) => {
    poll();
    clearInterval(timer);
    const remaining = () => seen.filter(isSameProcess).map((one) => ({ ...one, command: commandOf(one) }));
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
