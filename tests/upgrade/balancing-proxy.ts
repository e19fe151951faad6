import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';

export type Passed = Readonly<{ method: string; path: string; status: number; server: string }>;

const hopByHop = /^(connection|keep-alive|transfer-encoding|upgrade)$/i;
const passedOn = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.test(name)));

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || !/^0?$/.test(headers['content-length'] ?? '');

/**
 * A load balancer that behaves as the proxy of compose.yaml: it sends requests to its servers in turn over keep-alive
 * connections, and tries the next one if a server accepts no connection. It records every answer.
 */
export async function startBalancingProxy() {
  const agent = new Agent({ keepAlive: true });
  const passed: Passed[] = [];
  let servers: readonly string[] = [];
  let turn = 0;

  function refuse(from: IncomingMessage, to: ServerResponse, server: string) {
    passed.push({ method: from.method ?? '', path: from.url ?? '', status: 502, server });
    if (to.headersSent) return void to.destroy();
    to.writeHead(502).end();
  }

  function send(from: IncomingMessage, to: ServerResponse, leftTries: number) {
    const server = servers[turn % servers.length];
    turn += 1;
    if (server === undefined) return refuse(from, to, 'none');
    const address = from.socket.remoteAddress ?? '';
    const call = request(`${server}${from.url}`, {
      method: from.method,
      agent,
      headers: { ...passedOn(from.headers), 'x-forwarded-for': address, 'x-forwarded-proto': 'http' },
      setHost: false,
    });
    call.on('response', (answer) => {
      passed.push({
        method: from.method ?? '',
        path: from.url ?? '',
        status: answer.statusCode ?? 0,
        server,
      });
      to.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The browser left, or the answer broke off after its head.
      if (to.destroyed || to.headersSent) return void to.destroy();
      // The server has read nothing: it accepts no connection, or has just closed an idle one.
      const isUnread = error.code === 'ECONNREFUSED' || (call.reusedSocket && !hasBody(from));
      if (isUnread && leftTries > 0) send(from, to, leftTries - 1);
      else refuse(from, to, server);
    });
    to.on('close', () => call.destroy());
    // Not before the connection stands: a body that was read cannot be sent to the next server.
    call.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => from.pipe(call));
      else from.pipe(call);
    });
  }

  const proxy = createServer((from, to) => send(from, to, 3));
  const listening = await listenOnFreePort(proxy);
  // Longer than the product's, as in recording-proxy.ts.
  proxy.keepAliveTimeout = 72_000;
  return {
    url: listening.url,
    passed,
    balanceOver(next: readonly string[]) {
      servers = next;
    },
    [Symbol.asyncDispose]: async () => {
      await listening[Symbol.asyncDispose]();
      agent.destroy();
    },
  };
}
