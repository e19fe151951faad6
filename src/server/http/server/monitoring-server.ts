import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { registerErrorHandling } from '../error-handling.ts';
import { healthRoutes } from '../routes/health.ts';
import { listenWith } from './listen.ts';
import { registerFigures } from './metrics.ts';

/** Of a process without pages: how it is and its figures, for monitors; nothing of anybody's, and nothing is taken. */
export async function startMonitoringServer(deps: Deps): Promise<{ close: () => Promise<void> } | undefined> {
  const { host, metricsPort } = deps.config.http;
  if (metricsPort === undefined) return undefined;
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: 1,
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandling(app, deps);
  registerFigures(app, deps);
  await app.register(healthRoutes(deps));
  await listenWith(app, { host, port: metricsPort, variable: 'METRICS_PORT' });
  return { close: () => app.close() };
}
