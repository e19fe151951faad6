import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import compress from '@fastify/compress';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { validationMessage } from '#contract/validation-messages.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { registerBuildHeader } from '../pages/web-build.ts';
import { registerWebPages } from '../pages/web-pages.ts';
import { accountRoutes } from '../routes/account.ts';
import { authRoutes, jwksRoutes } from '../routes/auth.ts';
import { billingRoutes, stripeWebhookRoutes } from '../routes/billing.ts';
import { checksRoutes } from '../routes/checks.ts';
import { exportRoutes } from '../routes/exports.ts';
import { factorRoutes } from '../routes/factors.ts';
import { healthRoutes } from '../routes/health.ts';
import { installationRoutes } from '../routes/installation.ts';
import { marksRoutes } from '../routes/marks.ts';
import { messageRoutes } from '../routes/messages.ts';
import { plansRoutes } from '../routes/plans.ts';
import { playbackRoutes } from '../routes/playback.ts';
import { profileRoutes } from '../routes/profile.ts';
import { proofRoutes } from '../routes/proof.ts';
import { summaryRoutes } from '../routes/summaries.ts';
import { transcribeRoutes, transcriptionEventRoutes } from '../routes/transcribe.ts';
import { transcriptionsRoutes } from '../routes/transcriptions.ts';
import { unfamiliarWordsRoutes } from '../routes/unfamiliar-words.ts';
import { uploadRoutes } from '../routes/uploads.ts';
import { voicesRoutes } from '../routes/voices.ts';
import { registerLimits } from '../security/rate-limits.ts';
import { registerNavigationPreload, registerSecurityHeaders } from '../security/security-headers.ts';
import { warnOfUntrustedProxy } from '../security/untrusted-proxy.ts';
import { registerEventStreamLimit } from '../streams/event-stream.ts';
import {
  errorBodyOf,
  handleBadUrl,
  handleClientError,
  registerErrorHandling,
  registerParserRefusals,
} from './error-handling.ts';
import { registerHostCheck } from './host-check.ts';
import { registerMetrics } from './metrics.ts';
import { defaultDeadlines, type RequestDeadlines, registerRequestDeadlines } from './request-deadlines.ts';

async function registerApiDocs(app: FastifyInstance, { config }: Deps) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.productName}: API`,
        description:
          'Tudo o que as telas fazem, por HTTP. Erros têm sempre a mesma forma: error, code, requestId.',
        version: '1.0.0',
      },
      servers: [{ url: config.http.publicUrl }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Use our own content policy: the library's would allow styles from anywhere.
    staticCSP: false,
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: `${config.productName}: API` },
  });
}

/** A proxy notices within this time, by the closed connections or the readiness, that the process is leaving. */
const drainMs = 2_000;

/**
 * During shutdown the server still answers for a while, and Fastify closes each connection with its answer. A proxy
 * sends the next request over a new connection, to another process. Without this time the proxy would lose requests
 * that it has already sent over a connection that the server closes, and a proxy repeats no edit that is being saved.
 */
function registerGracefulClosing(app: FastifyInstance, { config }: Deps) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    if (config.production) await delay(drainMs);
  });
  app.addHook('onRequest', async (request) => {
    if (closing && request.url === '/health/ready')
      throw new AppError('shutting_down', { retryAfterSeconds: 2 });
  });
}

const maxJsonBytes = 1_048_576;
const maxParameterLength = 200;

export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Builds the web server; tests, development and production all use it. */
export async function buildApp(deps: Deps, deadlines: RequestDeadlines = defaultDeadlines): Promise<App> {
  // Default texts of schema checks; users read them on the screen.
  z.config({ localeError: validationMessage });

  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // request-log.ts logs requests instead, with the route's pattern and without the query.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.http.trustedProxies ?? false,
    bodyLimit: maxJsonBytes,
    routerOptions: { maxParamLength: maxParameterLength },
    requestTimeout: 0,
    connectionTimeout: deadlines.silentMs,
    http: {
      headersTimeout: deadlines.headMs,
      connectionsCheckingInterval: deadlines.lookEveryMs,
      // host-check.ts checks the header and answers with our own error body.
      requireHostHeader: false,
    },
    // registerGracefulClosing still answers these requests.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: handleBadUrl,
    clientErrorHandler: handleClientError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  // First, because a hook that refuses a request skips later hooks, and the log needs every request.
  registerMetrics(app, deps);
  registerErrorHandling(app, deps);
  registerHostCheck(app);
  registerParserRefusals(app);
  registerGracefulClosing(app, deps);
  registerRequestDeadlines(app, deadlines);
  registerEventStreamLimit(app, deps);
  warnOfUntrustedProxy(app, deps);
  await registerSecurityHeaders(app, deps);
  registerNavigationPreload(app);
  await registerBuildHeader(app);
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  await registerLimits(app, deps);
  await registerApiDocs(app, deps);

  await app.register(jwksRoutes(deps));
  await app.register(authRoutes(deps), { prefix: '/api' });
  await app.register(messageRoutes(deps), { prefix: '/api' });

  await app.register(factorRoutes(deps), { prefix: '/api' });
  await app.register(proofRoutes(deps), { prefix: '/api' });
  await app.register(accountRoutes(deps), { prefix: '/api' });
  await app.register(profileRoutes(deps), { prefix: '/api' });
  await app.register(transcribeRoutes(deps), { prefix: '/api' });
  await app.register(transcriptionEventRoutes(deps), { prefix: '/api' });
  await app.register(checksRoutes(deps), { prefix: '/api' });
  await app.register(marksRoutes(deps), { prefix: '/api' });
  await app.register(voicesRoutes(deps), { prefix: '/api' });
  await app.register(unfamiliarWordsRoutes(deps), { prefix: '/api' });
  await app.register(transcriptionsRoutes(deps), { prefix: '/api' });
  await app.register(playbackRoutes(deps), { prefix: '/api' });
  await app.register(exportRoutes(deps), { prefix: '/api' });
  await app.register(summaryRoutes(deps), { prefix: '/api' });
  await app.register(plansRoutes(deps), { prefix: '/api' });
  await app.register(billingRoutes(deps), { prefix: '/api' });
  await app.register(stripeWebhookRoutes(deps), { prefix: '/api' });
  await app.register(uploadRoutes(deps, errorBodyOf));
  await app.register(installationRoutes(deps), { prefix: '/api' });

  const pages = await registerWebPages(app, deps);
  await app.register(healthRoutes(deps, pages));
  return app;
}
