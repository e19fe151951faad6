import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { InstallationSchema } from '#contract/installation.ts';
import type { Deps } from '../../deps.ts';
import { isSandboxEngine } from '../../features/transcriptions/run/engine-name.ts';

export function settingRoutes({ config, speech, payments }: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/setting',
      {
        schema: {
          summary: 'O que as telas precisam saber desta instalação',
          tags: ['Instalação'],
          response: { 200: InstallationSchema },
        },
      },
      async (_request, reply) => {
        reply.header('cache-control', 'no-cache');
        const { parts, httpPort } = config.sandbox;
        // The page shows mail with sign-in links: in production nobody is even told where it is.
        const shown = parts.length > 0 && !config.production;
        return {
          // Which engine listens is decided at the start: the local one may have been there after all.
          sandboxParts: parts.filter((part) => part !== 'speech' || isSandboxEngine(speech.name)),
          googleOffered: config.google !== undefined,
          phoneOffered: config.sms !== undefined,
          paymentsOffered: payments !== undefined,
          uploadMaxBytes: config.uploads.maxBytes,
          speechLanguages: [...speech.languages],
          ...(shown && { sandboxUrl: `http://127.0.0.1:${httpPort}/` }),
        };
      },
    );
  };
}
