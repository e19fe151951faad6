import type { FastifyInstance } from 'fastify';

const wholeBodyWithinMs = 60_000;

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the library's own.
  interface FastifyContextConfig {
    /** Its body or its answer lasts as long as the line is slow or somebody listens. */
    lasts?: boolean;
  }
}

/**
 * A body that comes a letter at a time holds a connection for ever. The server's own limit knows no difference
 * between a form and a recording of two gigabytes, so it is kept here; a line that says nothing at all is cut anyway.
 */
export function registerBodyDeadline(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.complete || routeOptions.config.lasts === true) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, wholeBodyWithinMs);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
