import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/errors/app-error.ts';
import { refusalHeaders } from './error-handling.ts';

/**
 * RFC 9112 demands that servers refuse two Host headers, because a proxy may route by one and the server by the
 * other. Node silently keeps the first. Node's own check for a missing header would answer without our error body.
 */
export function registerHostCheck(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return;
    reply.headers({ ...refusalHeaders, connection: 'close' });
    throw new AppError('invalid_input');
  });
}
