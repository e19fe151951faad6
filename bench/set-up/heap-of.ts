import { setTimeout as delay } from 'node:timers/promises';

const megabyte = 1_048_576;
const lookEveryMs = 20;
const giveUpMs = 20_000;

/** For a process whose memory is to be looked into: it listens for an inspector on a port of its own choosing. */
export const inspected = '--inspect=127.0.0.1:0';

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
export async function heapOf(output: () => string) {
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
