import type { FastifyInstance } from 'fastify';

const wholeBodyWithinMs = 60_000;
/** A route that takes more than this takes files, which last as long as the line is slow. */
const largestFormBytes = 16 * 1_048_576;

/**
 * A body that comes a letter at a time holds a connection for ever. The server's own limit knows no difference
 * between a form and a recording of two gigabytes, so it is kept here; a line that says nothing at all is cut anyway.
 */
export function registerBodyDeadline(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.complete || (routeOptions.bodyLimit ?? 0) > largestFormBytes) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, wholeBodyWithinMs);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
