import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, codeOfRefusal } from '#server/errors/app-error.ts';
import { errorTraits } from '#server/errors/error-traits.ts';
import { contentSecurityPolicy } from '../security/security-headers.ts';
import { logOnClose } from './request-log.ts';

/** The first message of each refused field, because users fix one problem at a time. */
function refusedFields(error: FastifyError): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!hasZodFastifySchemaValidationErrors(error)) return fields;
  for (const issue of error.validation) {
    const field = issue.instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (field !== '' && issue.message !== undefined) fields[field] ??= issue.message;
  }
  return fields;
}

const diskFullText = 'O servidor está sem espaço. Já fomos avisados; tente de novo mais tarde.';

function appErrorOf(error: FastifyError, { databaseHealth }: Deps): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = refusedFields(error);
    const [firstText] = Object.values(fields);
    // Path parameters are ids: a malformed id is an unknown one.
    if (error.validationContext === 'params')
      return new AppError('not_found', firstText === undefined ? {} : { text: firstText });
    return new AppError('invalid_input', { fields, ...(firstText === undefined ? {} : { text: firstText }) });
  }
  if (databaseHealth.isUnavailable(error))
    return new AppError('database_unavailable', { retryAfterSeconds: 5, cause: error });
  if (databaseHealth.isFull(error))
    return new AppError('storage_full', { text: diskFullText, retryAfterSeconds: 60, cause: error });
  const code = error.statusCode === undefined ? undefined : codeOfRefusal(error.statusCode);
  return new AppError(code ?? 'internal', { cause: error });
}

function report(request: FastifyRequest, error: AppError) {
  const { reported, status } = errorTraits[error.code];
  if (!reported) return;
  // The route's pattern, because the address may hold a token.
  const where = { method: request.method, route: request.routeOptions.url, status };
  request.log.error({ ...where, err: error.cause ?? error }, 'request failed');
}

/** The same error body for tus-server, which writes its answers itself. */
export function errorBodyOf(
  deps: Deps,
  error: unknown,
  { log, id }: { log: Pick<FastifyRequest['log'], 'error'>; id: string },
) {
  const refusal = appErrorOf(error as FastifyError, deps);
  deps.refusals.count(refusal);
  const { code, text, retryAfterSeconds } = refusal;
  const { status, reported } = errorTraits[code];
  if (reported) log.error({ err: refusal.cause ?? refusal, status }, 'request failed');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
  return { status, headers, body: JSON.stringify({ error: text, code, requestId: id }) };
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError) {
  report(request, error);
  const body: ErrorBody = {
    error: error.text,
    code: error.code,
    requestId: request.id,
    ...(error.more === undefined ? {} : { more: error.more }),
    ...(error.fields !== undefined && Object.keys(error.fields).length > 0 ? { fields: error.fields } : {}),
  };
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply
    .code(errorTraits[error.code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

export function registerErrorHandling(app: FastifyInstance, deps: Deps) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = appErrorOf(error, deps);
    deps.refusals.count(refusal);
    return sendError(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('not_found')));
}

/** For refusals before any hook runs: the headers that hooks would set. */
export const refusalHeaders = {
  'content-security-policy': contentSecurityPolicy([]),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** A URL that cannot be decoded reaches no route. */
export function handleBadUrl(_error: unknown, request: FastifyRequest, reply: FastifyReply) {
  logOnClose(request, reply);
  reply.headers({ ...refusalHeaders, 'x-request-id': request.id });
  return sendError(request, reply, new AppError('invalid_input'));
}

const parserCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A refusal outside of Fastify's requests. The connection closes, because the rest of the request stays unread. */
function rawRefusal(code: ErrorCode) {
  const { status, text } = errorTraits[code];
  const body = JSON.stringify({ error: text, code, requestId: randomUUID() } satisfies ErrorBody);
  const headers = {
    ...refusalHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  return { status, headers, body };
}

function refuseOn(socket: Duplex, code: ErrorCode) {
  const { status, headers, body } = rawRefusal(code);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}

/** Malformed HTTP and oversized heads create no request object, so the answer is written to the socket. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refuseOn(socket, parserCodes[error.code ?? ''] ?? 'invalid_input');
}

/** Node answers an unknown `Expect` without a body, and `CONNECT` not at all, before Fastify sees the request. */
export function registerParserRefusals({ server }: Pick<FastifyInstance, 'server'>) {
  server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = rawRefusal('expectation_refused');
    response.writeHead(status, headers).end(body);
  });
  server.on('connect', (_request, socket) => {
    // Node has detached its own handler, and an unhandled reset would end the process.
    socket.on('error', () => socket.destroy());
    refuseOn(socket, 'invalid_input');
  });
}
