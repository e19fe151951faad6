import { isIPv6 } from 'node:net';
import rateLimit, { type FastifyRateLimitStoreCtor, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { countHit, limitKey, tooManyRequestsError } from '../../features/limits/rate-limit.ts';

type Limit = { name: string; max: number; windowMs: number };
type KeyedLimit = Limit & { keyOf: (request: FastifyRequest) => string; text?: string };
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** One home has a whole IPv6 network of addresses, so they count as one. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip, 64);
}

/** Hosting customers get a /48, which holds 65,536 of the networks above. IPv4 has no such level. */
export function networkOf(request: FastifyRequest): string | undefined {
  const network = normalizeIP(request.ip, 48);
  return isIPv6(network) ? network : undefined;
}

/** Kept in the database, so that several servers count together and a restart forgives nobody. */
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
    // The library wants to construct its store; ours closes over the dependencies.
    store: function databaseStore() {
      return store;
    } as unknown as FastifyRateLimitStoreCtor,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequestsError(ttl),
  });
}

/** A route's limit for one address, as its first word: `...limited({ name: 'contact', max: 20, windowMs: hourMs })`. */
export function rateLimitByAddress({ name, max, windowMs }: Limit): Pick<RouteShorthandOptions, 'config'> {
  return {
    config: {
      rateLimit: { groupId: `:${name}`, max, timeWindow: windowMs, keyGenerator: addressOf },
    },
  };
}

/**
 * For routes with several limits, of which the library knows only one, and for keys that the body holds: counted
 * once the body is checked, so that a mistyped form costs nobody a try.
 */
export function rateLimitBy(deps: Deps, ...limits: KeyedLimit[]) {
  return async (request: FastifyRequest) => {
    for (const { name, max, windowMs, keyOf, text } of limits) {
      const key = limitKey(deps, `${keyOf(request)}:${name}`);
      const { hits, remainingMs } = await countHit(deps, { key, windowMs });
      if (hits > max) throw tooManyRequestsError(remainingMs, text === undefined ? {} : { text });
    }
  };
}
