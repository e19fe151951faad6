import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { AppError } from '../errors/app-error.ts';
import { errorTraits } from '../errors/error-traits.ts';
import { sendError } from './error-handling.ts';
import { contentSecurityPolicy } from './security/security-headers.ts';
import { logWhenOver } from './server/request-log.ts';

/** Refused before any hook runs, so the headers that hooks would set are set here. */
const refusalHeaders = {
  'content-security-policy': contentSecurityPolicy([]),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** An address that cannot be decoded reaches no route. */
export function refuseAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply) {
  logWhenOver(request, reply);
  reply.headers({ ...refusalHeaders, 'x-request-id': request.id });
  return sendError(request, reply, new AppError('invalid_input'));
}

/**
 * A proxy may route by one of two Host headers while the server reads the other, so RFC 9112 demands a refusal. Node
 * keeps the first one and says nothing. It refuses a missing one itself, without our error body.
 */
export function registerHostCheck(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return;
    reply.headers({ ...refusalHeaders, connection: 'close' });
    throw new AppError('invalid_input');
  });
}

/** What is no HTTP, or too long in its head, reaches no request: the answer is written onto the line itself. */
export function refuseLine(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_input';
  const { status, text } = errorTraits[code];
  const body = JSON.stringify({ error: text, code, requestId: randomUUID() } satisfies ErrorBody);
  const headers = {
    ...refusalHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('')}\r\n${body}`);
}
