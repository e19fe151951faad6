import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { authenticate } from '../../features/auth/sessions/authenticate.ts';

const actors = new WeakMap<FastifyRequest, Actor>();

function accessTokenOf({ headers }: FastifyRequest): string {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated');
  return token;
}

/** A route may say otherwise; one that says nothing must not leave somebody's texts in a cache. */
function preventCaching(reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
}

/** Before the body is read: who has no session sends us nothing. Spread into a route's options: `...signedIn(deps)`. */
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

/** For the few routes by which a second factor is passed. */
export function signedInAtAnyLevel(deps: Deps) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      preventCaching(reply);
      actors.set(request, await authenticate(deps, accessTokenOf(request)));
    },
  };
}

/** For what visitors may do too: a session that is shown must be a good one, so that its owner is never taken for a stranger. */
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
  if (actor === undefined) throw new Error('the route asked who acts without asking for a session');
  return actor;
}
