import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

/** While the process closes, requests in flight finish and new ones on kept connections are turned away. */
export function registerGracefulClosing(app: FastifyInstance) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!closing) return;
    reply.header('connection', 'close');
    throw new AppError('shutting_down', { retryAfterSeconds: 2 });
  });
}
