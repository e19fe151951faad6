import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

function megabytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1_024;
}

export const residentMegabytes = (pid: number) => megabytesOf(pid, 'VmRSS');

const ticksASecond = 100;

/** What a process had of the processors so far; unlike the clock's time, it does not grow when others work too. */
export function cpuTimeMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / ticksASecond) * 1_000;
}

/** To clear_refs: forget the highest that the process had in memory until now. */
const forgetHighest = '5';

/** What a process has at its highest from now on, as the kernel notes it: between two looks it could rise and fall. */
export function trackPeakMemory(pid: number) {
  const before = residentMegabytes(pid);
  writeFileSync(`/proc/${pid}/clear_refs`, forgetHighest);
  return {
    end: () => {
      const highest = Math.max(before, megabytesOf(pid, 'VmHWM'));
      return { before, highest, growth: highest - before };
    },
  };
}

const megabyte = 1_048_576;
const lookEveryMs = 20;
const giveUpMs = 20_000;

/** For a process whose memory is to be looked into: it listens for an inspector on a port of its own choosing. */
export const inspectFlag = '--inspect=127.0.0.1:0';

async function inspectorUrl(output: () => string): Promise<string> {
  for (const giveUpAt = Date.now() + giveUpMs; Date.now() < giveUpAt; await delay(lookEveryMs)) {
    const url = /Debugger listening on (ws:\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`no inspector listens; the process said:\n${output()}`);
}

type Memory = { rss: number; heapUsed: number; external: number };

/**
 * What a process of Node still holds once everything that nobody holds has been collected, from outside: the product
 * needs no switch for it.
 */
export async function openHeapInspector(output: () => string) {
  const socket = new WebSocket(await inspectorUrl(output));
  const waiting = new Map<number, (answer: { result?: { value?: string } }) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector refused us')));
  });
  const ask = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });

  return {
    async afterCollection() {
      // What the first collection finalizes only the second one frees.
      await ask('HeapProfiler.collectGarbage');
      await ask('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = await ask('Runtime.evaluate', { expression });
      const { rss, heapUsed, external } = JSON.parse(result?.value ?? '{}') as Memory;
      return { residentMb: rss / megabyte, heldMb: (heapUsed + external) / megabyte };
    },
    close: () => socket.close(),
  };
}
