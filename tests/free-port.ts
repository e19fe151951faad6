import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which the system hands out ports by itself, so that nobody takes one before its user does. */
const lowest = 10_000;
const count = 10_000;
/** The one among them that browsers and fetch refuse to call. */
const refused = 10_080;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** The first of so many free ports in a row, for what must know its own address before it listens. */
export async function freePort({ inARow = 1 } = {}): Promise<number> {
  for (;;) {
    const first = lowest + Math.floor(Math.random() * (count - inARow));
    const row = Array.from({ length: inARow }, (_, index) => first + index);
    if (row.includes(refused)) continue;
    const free = await Promise.all(row.map(isFree));
    if (free.every(Boolean)) return first;
  }
}
