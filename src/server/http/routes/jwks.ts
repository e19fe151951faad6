import type { FastifyPluginAsync } from 'fastify';
import type { Deps } from '../../deps.ts';

const keptSeconds = 600;

/** The public halves of the keys that sign access tokens, for whoever wants to check one by themselves. */
export function jwksRoutes({ auth }: Deps): FastifyPluginAsync {
  return async (app) => {
    app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${keptSeconds}`).type('application/json');
      return auth.publicKeys();
    });
  };
}
