import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { openResumableUploads, uploadsPath } from '#server/features/uploads/receive-uploads.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

const maxUploadsPerHour = 500;

/** Writes a refusal as Fastify's error handler does, which requests of the tus library never reach. */
type ErrorBodyOf = (
  deps: Deps,
  error: unknown,
  request: { log: Pick<FastifyRequest['log'], 'error'>; id: string },
) => { status: number; headers: Record<string, string>; body: string };

/** The tus protocol for resumable uploads, handled by a library with our checks and error texts. */
export function uploadRoutes(deps: Deps, errorBodyOf: ErrorBodyOf): FastifyPluginAsync {
  return async (app) => {
    const requests = new WeakMap<IncomingMessage, FastifyRequest>();
    const tus = openResumableUploads(deps, (error, raw) =>
      errorBodyOf(deps, error, requests.get(raw) ?? { log: deps.log, id: '' }),
    );
    // The tus library reads the body as a stream, so Fastify must not parse it.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const limits = rateLimitByUser(deps, { name: 'uploads', max: maxUploadsPerHour, windowMs: hourMs });
    const options = {
      ...signedIn(deps),
      config: { longLived: true },
      schema: { hide: true },
      exposeHeadRoute: false,
    };
    for (const [method, url] of [
      ['POST', uploadsPath],
      ['HEAD', `${uploadsPath}/:id`],
      ['PATCH', `${uploadsPath}/:id`],
      ['DELETE', `${uploadsPath}/:id`],
    ] as const) {
      app.route({
        ...options,
        method,
        url,
        ...(method === 'POST' ? { preHandler: limits } : {}),
        handler: async (request, reply) => {
          reply.hijack();
          requests.set(request.raw, request);
          reply.raw.setHeader('x-request-id', request.id);
          reply.raw.setHeader('cache-control', 'no-store');
          reply.raw.setHeader('x-content-type-options', 'nosniff');
          await tus.handle(request.raw, reply.raw, actorOf(request));
        },
      });
    }
  };
}
