import { isIPv6 } from 'node:net';
import rateLimit, { type FastifyRateLimitStoreCtor, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Deps } from '#server/deps.ts';
import {
  countHit,
  limitKey,
  requireWithinLimit,
  tooManyRequestsError,
} from '#server/features/limits/rate-limit.ts';
import { actorOf } from './signed-in.ts';

type Limit = { name: string; max: number; windowMs: number };
type KeyedLimit = Limit & { keyOf: (request: FastifyRequest) => string };
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** A home gets a whole IPv6 /64, so all its addresses count as one. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}

/** Hosting customers get a /48, which contains 65,536 networks of size /64. IPv4 has no such level. */
export function networkOf(request: FastifyRequest): string | undefined {
  const network = normalizeIP(request.ip, 48);
  return isIPv6(network) ? network : undefined;
}

function limitOf({ routeOptions: { config } }: FastifyRequest): string {
  const { rateLimit: own } = config;
  return typeof own === 'object' && own.groupId !== undefined ? own.groupId.slice(1) : 'route';
}

/** Counts in the database, so that several servers share the counts and a restart does not reset them. */
export async function registerLimits(app: FastifyInstance, deps: Deps) {
  const store = {
    incr(key: string, done: Counted, windowMs: number) {
      countHit(deps, { key: limitKey(deps, key), windowMs }).then(
        ({ hits, remainingMs }) => done(null, { current: hits, ttl: remainingMs }),
        (error: Error) => done(error),
      );
    },
    // The library adds the limit's name to the key, so one store serves every route.
    child: () => store,
  };
  await app.register(rateLimit, {
    global: false,
    // The library calls the store as a constructor; ours closes over the dependencies.
    store: function databaseStore() {
      return store;
    } as unknown as FastifyRateLimitStoreCtor,
    errorResponseBuilder: (request, { ttl }) => tooManyRequestsError(ttl, limitOf(request)),
  });
}

/** A route's limit per address. Spread it into the route's options: `...rateLimitByAddress({ … })`. */
export function rateLimitByAddress({ name, max, windowMs }: Limit): Pick<RouteShorthandOptions, 'config'> {
  return {
    config: {
      rateLimit: { groupId: `:${name}`, max, timeWindow: windowMs, keyGenerator: addressOf },
    },
  };
}

/**
 * For routes with several limits, because the library supports only one, and for keys in the body. It counts after
 * the body's validation, so that a mistyped form does not use up an attempt.
 */
export function rateLimitBy(deps: Deps, ...limits: KeyedLimit[]) {
  return async (request: FastifyRequest) => {
    for (const { name, max, windowMs, keyOf } of limits) {
      const key = limitKey(deps, `${keyOf(request)}:${name}`);
      await requireWithinLimit(deps, { key, windowMs, limit: name, max });
    }
  };
}

/** `rateLimitBy` for routes that require a session: each user has a limit. */
export function rateLimitByUser(deps: Deps, ...limits: Limit[]) {
  const keyOf = (request: FastifyRequest) => actorOf(request).userId;
  return rateLimitBy(deps, ...limits.map((limit) => ({ ...limit, keyOf })));
}
