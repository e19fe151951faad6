import { once } from 'node:events';
import { createServer } from 'node:net';

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

export async function firstFreePort(from: number): Promise<number> {
  let port = from;
  while (!(await isFree(port))) port += 1;
  return port;
}

/** Otherwise a second script/dev would take the first one's server for its own. */
export async function requireFreePort(port: number) {
  if (await isFree(port)) return;
  throw new Error(
    `Port ${port} is used by another program. script/dev takes PORT, PORT + 10 and the two after it. Choose others with PORT=4000 script/dev`,
  );
}
