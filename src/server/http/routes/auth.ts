import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { codeOfStatus } from '../error-handling.ts';
import { limited } from '../limits.ts';

const quarterHourMs = 900_000;

/** Better Auth speaks the platform's Request and Response; the body goes to it as it came. */
function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('x-client-address', request.ip);
  const hasBody = Buffer.isBuffer(request.body) && request.body.length > 0;
  return new Request(new URL(request.url, publicUrl), {
    method: request.method,
    headers,
    ...(hasBody ? { body: new Uint8Array(request.body as Buffer) } : {}),
  });
}

export function authRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    const answer = async (request: FastifyRequest) => {
      const response = await deps.auth.handle(toWebRequest(request, deps.config.http.publicUrl));
      const code = codeOfStatus[response.status];
      if (code !== undefined) throw new AppError(code);
      return response;
    };
    app.get('/auth/*', { schema: { hide: true } }, answer);
    app.post(
      '/auth/*',
      { ...limited({ name: 'auth', max: 60, windowMs: quarterHourMs }), schema: { hide: true } },
      answer,
    );
  };
}
