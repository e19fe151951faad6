import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

const yearSeconds = 31_536_000;

/**
 * No 'unsafe-inline' for scripts or style elements: hashes allow the few inline scripts of the pages
 * (web-pages.ts). Style attributes are allowed, because they can neither load nor select anything.
 */
export function contentSecurityPolicy(inlineScriptHashes: readonly string[]) {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export async function registerSecurityHeaders(app: FastifyInstance, deps: Deps) {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Browsers ignore HSTS over plain HTTP.
    hsts: deps.config.http.publicUrl.startsWith('https:')
      ? { maxAge: yearSeconds, includeSubDomains: deps.config.http.hstsSubdomains }
      : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy([]));
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()');
  });
}

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
