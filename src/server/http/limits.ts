import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { countHit } from '../features/limits/count-hit.ts';

type Limit = { name: string; max: number; windowMs: number; keyOf?: (request: FastifyRequest) => string };
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** Kept in the database, so that several servers count together and a restart forgives nobody. */
export async function registerLimits(app: FastifyInstance, deps: Deps) {
  const store = {
    incr(key: string, done: Counted, windowMs: number) {
      countHit(deps, { key, windowMs }).then(
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
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
  });
}

/** A route's limit, as its first word: `...limited({ name: 'contact', max: 20, windowMs: hourMs })`. */
export function limited({ name, max, windowMs, keyOf }: Limit): Pick<RouteShorthandOptions, 'config'> {
  return {
    config: {
      rateLimit: {
        groupId: `:${name}`,
        max,
        timeWindow: windowMs,
        keyGenerator: keyOf ?? ((request) => request.ip),
      },
    },
  };
}
