import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { authenticate } from '#server/features/auth/sessions/authenticate.ts';

const actors = new WeakMap<FastifyRequest, Actor>();

function accessTokenOf({ headers }: FastifyRequest): string {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated');
  return token;
}

/** The default for private answers; a route may override it. */
function preventCaching(reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
}

/** Route options (`...signedIn(deps)`) that refuse a request without a session before reading its body. */
export function signedIn(deps: Deps) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      preventCaching(reply);
      const actor = await authenticate(deps, accessTokenOf(request));
      if (actor.level !== actor.nextLevel) throw new AppError('second_factor_required');
      actors.set(request, actor);
    },
  };
}

/** For the few routes with which a user passes the second factor. */
export function signedInAtAnyLevel(deps: Deps) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      preventCaching(reply);
      actors.set(request, await authenticate(deps, accessTokenOf(request)));
    },
  };
}

/** For routes open to visitors. An invalid token is still refused, so that a user is never treated as a visitor. */
export function optionallySignedIn(deps: Deps) {
  const { onRequest } = signedIn(deps);
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.headers.authorization !== undefined) await onRequest(request, reply);
    },
  };
}

export const actorIfAny = (request: FastifyRequest): Actor | undefined => actors.get(request);

export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw new Error('the route reads the actor but does not require a session');
  return actor;
}
