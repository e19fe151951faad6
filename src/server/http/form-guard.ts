import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FormGuard, leastWritingMs } from '#contract/form-guard.ts';
import { AppError } from '../app-error.ts';

/**
 * After the body is checked, before anything is kept. Who filled the field that nobody sees is told that all went
 * well, so that the program learns nothing; who was too fast may be a person with a browser that fills forms, and is
 * told to try again.
 */
export async function refuseRobots(request: FastifyRequest, reply: FastifyReply) {
  const { website = '', elapsed_ms } = request.body as FormGuard;
  if (website !== '') {
    request.log.info('a form was filled by a program and is dropped');
    return reply.code(201).send({ received: true });
  }
  if (elapsed_ms !== undefined && elapsed_ms < leastWritingMs)
    throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(leastWritingMs / 1_000) });
}
