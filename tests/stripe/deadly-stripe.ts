import { createServer } from 'node:http';

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
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url: path = '/' } = request;
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers;
    const answer = await fetch(`${stripeUrl}${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(type && { 'content-type': type }),
        ...(typeof key === 'string' && { 'idempotency-key': key }),
      },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = await answer.text();
    if (answer.ok && isDeadly({ method, path })) return onDone();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
