import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

function megabytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1_024;
}

export const residentMegabytes = (pid: number) => megabytesOf(pid, 'VmRSS');

/** The kernel resets its record of the peak (VmHWM) when a process writes 5 to clear_refs. */
const resetPeak = '5';

/** Returns a function that reads the peak since this call. The kernel tracks the peak, which polling could miss. */
export function trackPeakMemory(pid: number): () => number {
  const before = residentMegabytes(pid);
  writeFileSync(`/proc/${pid}/clear_refs`, resetPeak);
  return () => Math.max(before, megabytesOf(pid, 'VmHWM'));
}

const megabyte = 1_048_576;
const pollEveryMs = 20;
const giveUpMs = 20_000;
/** Collecting a heap of gigabytes takes seconds, but a stopped process never answers. */
const callLimitMs = 60_000;

/** Makes Node listen for an inspector on a free port. */
export const inspectFlag = '--inspect=127.0.0.1:0';

async function inspectorUrl(output: () => string): Promise<string> {
  for (const giveUpAt = Date.now() + giveUpMs; Date.now() < giveUpAt; await delay(pollEveryMs)) {
    const url = /Debugger listening on (ws:\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The process opened no inspector port. Its output:\n${output()}`);
}

type Memory = { rss: number; heapUsed: number; external: number };

/** Measures a Node process after garbage collection through the inspector, so the product needs no option for it. */
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
    socket.addEventListener('error', () => reject(new Error('the inspector refused the connection')));
  });
  const callInspector = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`the inspector did not answer ${method} within ${callLimitMs} ms`));
      }, callLimitMs);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });

  return {
    async memoryAfterCollection() {
      // The second collection frees objects that the first one finalized.
      await callInspector('HeapProfiler.collectGarbage');
      await callInspector('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = await callInspector('Runtime.evaluate', { expression });
      const { rss, heapUsed, external } = JSON.parse(result?.value ?? '{}') as Memory;
      return { residentMb: rss / megabyte, heldMb: (heapUsed + external) / megabyte };
    },
    close: () => socket.close(),
  };
}
