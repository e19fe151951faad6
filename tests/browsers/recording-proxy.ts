import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';

export type SeenRequest = Readonly<{ method: string; path: string; mode: string | undefined }>;

/** Starts a proxy between browser and product that records each request, including aborted ones. */
export async function startRecordingProxy() {
  const seen: SeenRequest[] = [];
  let target: URL | undefined;
  // Send a client address of its own, because all tests run on one machine and rate limits count per address.
  let address = clientAddress();

  function pass(incoming: IncomingMessage, answer: ServerResponse) {
    const { method = 'GET', url = '/', headers } = incoming;
    const mode = headers['sec-fetch-mode'];
    seen.push({ method, path: url, mode: typeof mode === 'string' ? mode : undefined });
    const outgoing = request(
      {
        host: target?.hostname,
        port: target?.port,
        method,
        path: url,
        headers: { ...headers, 'x-forwarded-for': address },
      },
      (arrived) => {
        answer.writeHead(arrived.statusCode ?? 502, arrived.rawHeaders);
        arrived.pipe(answer);
      },
    );
    outgoing.once('error', () => answer.destroy());
    answer.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Use the product's timeout. If the proxy closed keep-alive connections earlier, browsers would report lost ones.
  server.keepAliveTimeout = 72_000;
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    sendTo: (url: string) => {
      target = new URL(url);
    },
    /** Returns the requests since the last call and changes the client address for the next ones. */
    takeSeen: () => {
      address = clientAddress();
      return seen.splice(0);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
