import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Starts a server that accepts a connection and never sends a byte. */
export async function silentServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connected,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
