import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { InstallationSchema } from '#contract/installation.ts';
import type { Deps } from '#server/deps.ts';
import { readInstallation } from '#server/features/installation/read-installation.ts';

export function installationRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/installation',
      {
        schema: {
          summary: 'O que as telas precisam saber desta instalação',
          tags: ['Instalação'],
          response: { 200: InstallationSchema },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-cache');
        return readInstallation(deps);
      },
    );
  };
}
