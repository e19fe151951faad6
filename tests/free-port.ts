import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports are below the ephemeral range, so that the system does not assign one before the test uses it. */
const lowest = 10_000;
const count = 10_000;
/** Browsers and fetch block this port. */
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

/** Returns the first of consecutive free ports, for servers that must know their address in advance. */
export async function freePort({ inARow = 1 } = {}): Promise<number> {
  for (;;) {
    const first = lowest + Math.floor(Math.random() * (count - inARow));
    const row = Array.from({ length: inARow }, (_, index) => first + index);
    if (row.includes(refused)) continue;
    const free = await Promise.all(row.map(isFree));
    if (free.every(Boolean)) return first;
  }
}
