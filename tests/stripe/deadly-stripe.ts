import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';

type Call = { method: string; path: string };

/**
 * Starts a proxy that forwards every call to the simulated Stripe. After a successful call for which
 * `isDeadly` returns true, the proxy drops the answer and calls `onDone`, which kills the caller.
 */
export async function startCrashingStripeProxy(
  stripeUrl: string,
  { isDeadly, onDone }: { isDeadly: (call: Call) => boolean; onDone: () => void },
) {
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const { method = 'GET', url: path = '/' } = request;
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers;
    const answer = await fetch(`${stripeUrl}${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(type && { 'content-type': type }),
        ...(typeof key === 'string' && { 'idempotency-key': key }),
      },
      ...(sent.length > 0 && { body: sent }),
    });
    const body = await answer.text();
    if (answer.ok && isDeadly({ method, path })) return onDone();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  return listenOnFreePort(server);
}
