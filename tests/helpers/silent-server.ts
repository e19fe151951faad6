import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenOnFreePort } from './listen-on-free-port.ts';

/** Starts a server that accepts a connection and never sends a byte. */
export async function silentServer() {
  const server = createServer();
  const { port, ...listening } = await listenOnFreePort(server);
  return { ...listening, port, url: `smtp://127.0.0.1:${port}`, connected: once(server, 'connection') };
}
