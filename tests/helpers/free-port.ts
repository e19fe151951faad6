import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports are below the ephemeral range, so that the system does not assign one before the test uses it. */
const lowest = 10_000;
const count = 10_000;
/** Browsers and fetch block this port. */
const refused = 10_080;

async function listen(port: number) {
  const server = createServer();
  server.listen(port, '127.0.0.1').unref();
  try {
    await once(server, 'listening');
    return server;
  } catch {
    server.close();
    return undefined;
  }
}

/**
 * Claims a port for this process until it ends, by a server on a second port. Without the claim, two test processes
 * could be given the same port in the seconds before the first one's server listens.
 */
async function claim(port: number): Promise<boolean> {
  const claimed = await listen(port + count);
  if (claimed === undefined) return false;
  const probe = await listen(port);
  if (probe === undefined) claimed.close();
  probe?.close();
  return probe !== undefined;
}

/** Returns the first of consecutive free ports, for servers that must know their address in advance. */
export async function freePort({ inARow = 1 } = {}): Promise<number> {
  for (;;) {
    const first = lowest + Math.floor(Math.random() * (count - inARow));
    const row = Array.from({ length: inARow }, (_, index) => first + index);
    if (row.includes(refused)) continue;
    const claims = await Promise.all(row.map(claim));
    if (claims.every(Boolean)) return first;
  }
}
