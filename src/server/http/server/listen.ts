import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '#server/deps.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { healthRoutes } from '../routes/health.ts';
import { buildApp } from './app.ts';
import { handleClientError, registerErrorHandling, registerParserRefusals } from './error-handling.ts';
import { registerProcessMetrics } from './metrics.ts';

const closeTimeoutMs = 10_000;

type Place = { host: string; port: number; variable: string };
type Listening = Pick<FastifyInstance, 'close' | 'listen'>;

/** Reports a taken port in one sentence, with the variable that changes it. */
async function listenWith(app: Listening, { host, port, variable }: Place) {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} is taken by another program. Stop it, or choose another one with ${variable}=…`,
      { cause: error },
    );
  }
}

export async function listen(deps: Deps) {
  const app = await buildApp(deps);
  const { host, port } = deps.config.http;
  await listenWith(app, { host, port, variable: 'PORT' });
  const close = async () => {
    // A client that never reads its answer must not keep the process alive.
    const timer = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs);
    await app.close();
    clearTimeout(timer);
  };
  return { url: deps.config.http.publicUrl, close };
}

/** Health and metrics of a process without pages. It serves no user data and accepts no body. */
export async function startMonitoringServer(deps: Deps): Promise<{ close: () => Promise<void> } | undefined> {
  const { host, metricsPort } = deps.config.http;
  if (metricsPort === undefined) return undefined;
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: 1,
    forceCloseConnections: true,
    clientErrorHandler: handleClientError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandling(app, deps);
  registerParserRefusals(app);
  registerProcessMetrics(app, deps);
  await app.register(healthRoutes(deps));
  await listenWith(app, { host, port: metricsPort, variable: 'METRICS_PORT' });
  return { close: () => app.close() };
}
