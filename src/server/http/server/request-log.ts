import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const slowerThanMs = 1_000;

type RequestRecord = Readonly<{
  method: string;
  /** The route's pattern, because an address contains ids and one-time tokens, which must not reach logs or labels. */
  route: string;
  /** Undefined when the connection closed before the head of the answer was sent. */
  status: number | undefined;
  /** The connection closed before the answer was complete. */
  aborted: boolean;
  ms: number;
}>;

type Observe = (record: RequestRecord) => void;

/** Monitors poll every few seconds and long transfers take long, so neither deserves a warning. */
function levelOf({ route, ms }: RequestRecord, longLived: boolean) {
  if (ms > slowerThanMs && !longLived) return 'warn';
  return route.startsWith('/health/') || route === '/metrics' ? 'debug' : 'info';
}

/**
 * Logs one line per request. Fastify's onResponse hook misses aborted requests, because 'finish' never fires when the
 * client disconnects first. The handler may have used up a one-time token by then.
 */
export function logOnClose(request: FastifyRequest, reply: FastifyReply, observe: Observe = () => {}) {
  const { raw } = reply;
  raw.once('close', () => {
    const record: RequestRecord = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: raw.headersSent ? raw.statusCode : undefined,
      aborted: !raw.writableFinished,
      ms: Math.round(reply.elapsedTime),
    };
    const { aborted, ...rest } = record;
    const level = levelOf(record, request.routeOptions.config?.longLived === true);
    request.log[level](aborted ? record : rest, aborted ? 'request aborted' : 'request');
    observe(record);
  });
}

export function logRequests(app: FastifyInstance, observe: Observe) {
  app.addHook('onRequest', async (request, reply) => logOnClose(request, reply, observe));
}
