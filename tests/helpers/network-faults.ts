import { createServer, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnFreePort } from './listen-on-free-port.ts';

type LineOptions = {
  /** Delays a request until this promise resolves. */
  before?: (incoming: IncomingMessage) => Promise<unknown> | undefined;
};

type ForwardedRequest = { method: string; path: string };
type How = { how?: 'answers' | 'hangs up' };

/** Starts a proxy that forwards requests to a server. A test can let it refuse all or some requests with 503. */
export async function failingProxy(to: string, { before = async () => {} }: LineOptions = {}) {
  const { hostname, port: targetPort } = new URL(to);
  let isFailing: (forwarded: ForwardedRequest) => boolean = () => false;
  let hangsUp = false;
  const refused: ForwardedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    await before(incoming);
    const forwarded = { method: incoming.method ?? '', path: incoming.url ?? '' };
    if (isFailing(forwarded)) {
      refused.push(forwarded);
      if (hangsUp) return void incoming.socket.destroy();
      incoming.resume();
      response.writeHead(503, { 'content-type': 'application/xml', connection: 'close' });
      return void response.end('<Error><Code>ServiceUnavailable</Code><Message>later</Message></Error>');
    }
    const { method, url, headers } = incoming;
    const passed = request({ hostname, port: targetPort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  return {
    ...(await listenOnFreePort(server)),
    fail: (which: (request: ForwardedRequest) => boolean = () => true, { how = 'answers' }: How = {}) => {
      isFailing = which;
      hangsUp = how === 'hangs up';
    },
    mend: () => {
      isFailing = () => false;
    },
    refused: (): readonly ForwardedRequest[] => refused,
  };
}

type Held = { method: string; headers: Record<string, string>; first: Uint8Array };

/** Sends a request whose body stops half-way until the test sends the rest, as a slow client does. */
export function heldRequest(url: string, { method, headers, first }: Held) {
  const line = request(url, { method, headers });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    line.once('error', reject);
    line.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
  // Prevent an unhandled rejection. The caller still receives the error.
  answer.catch(() => undefined);
  line.write(first);
  return { answer, end: (rest: Uint8Array) => line.end(rest) };
}
