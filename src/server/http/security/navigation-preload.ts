import type { FastifyInstance } from 'fastify';

const preloadHeader = 'service-worker-navigation-preload';

/**
 * The service worker of an earlier release preloads every navigation but does not handle those under /api/. There the
 * browser drops the preloaded answer and sends a second request. If the preload reached its route, it would use up a
 * one-time token before that request.
 */
export function registerNavigationPreload(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[preloadHeader] === undefined || !request.url.startsWith('/api/')) return;
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
