import type { FastifyInstance } from 'fastify';

const preloadHeader = 'service-worker-navigation-preload';

/**
 * The service worker of an earlier release preloads every navigation and leaves those under /api/ to the browser.
 * The browser then drops the answer of the preload and sends the real request. A preload that reached its route
 * would spend a one-time token before that request.
 */
export function registerNavigationPreload(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[preloadHeader] === undefined || !request.url.startsWith('/api/')) return;
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
