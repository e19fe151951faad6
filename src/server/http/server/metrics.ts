import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { inTime } from '#server/concurrency/in-time.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { databaseWaitMs, registerOperatorMetrics } from './operator-metrics.ts';
import { logRequests } from './request-log.ts';
import { registerWorkMetrics } from './work-metrics.ts';

function sameToken(given: string | undefined, wanted: string) {
  const givenBytes = Buffer.from(given ?? '');
  const wantedBytes = Buffer.from(`Bearer ${wanted}`);
  return givenBytes.length === wantedBytes.length && timingSafeEqual(givenBytes, wantedBytes);
}

/** Open in development. Production requires METRICS_TOKEN, because metrics reveal customer activity. */
function mayRead({ config }: Deps, authorization: string | undefined) {
  if (config.http.metricsToken !== undefined) return sameToken(authorization, config.http.metricsToken);
  return !config.production;
}

type Up = { name: string; help: string; ping: () => Promise<unknown> };

function upGauge(registry: Registry, { name, help, ping }: Up) {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(
        await ping().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });
}

let processRegistry: Registry | undefined;

/** Opened once per process, because its observers of garbage collection and event loop never stop. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, prefix: 'escriba_' });
  }
  return processRegistry;
}

/** Metrics that every process exposes: its own, and those of shared queue and storage. */
function openRegistry(deps: Deps): Registry {
  const { queue, storageHealth, databaseHealth } = deps;
  const registry = Registry.merge([processMetrics()]) as Registry;
  registerWorkMetrics(registry, deps);
  upGauge(registry, {
    name: 'escriba_database_up',
    help: '1 while the database answers',
    ping: () => inTime(databaseHealth.ping(), databaseWaitMs),
  });
  new Gauge({
    name: 'escriba_jobs',
    help: 'Jobs by queue and state; "dead" ones need manual attention',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // Keep serving the other metrics while the database is down.
      const counts = await inTime(queue.counts(), databaseWaitMs).catch(() => undefined);
      for (const { queue, ...states } of counts ?? []) {
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
      }
    },
  });
  upGauge(registry, {
    name: 'escriba_storage_up',
    help: '1 while the file storage answers',
    ping: storageHealth.ping,
  });
  registerOperatorMetrics(registry, deps);
  return registry;
}

function serveMetrics(app: FastifyInstance, deps: Deps, registry: Registry) {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(deps, request.headers.authorization)) throw new AppError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Serves the metrics of a process without pages. */
export function registerProcessMetrics(app: FastifyInstance, deps: Deps) {
  serveMetrics(app, deps, openRegistry(deps));
}

export function registerMetrics(app: FastifyInstance, deps: Deps) {
  const registry = openRegistry(deps);
  const durations = new Histogram({
    name: 'escriba_http_request_duration_seconds',
    help: 'Time to answer, by route pattern; "aborted" ones lost their connection before the answer was complete',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  new Gauge({
    name: 'escriba_leaked_password_lookups',
    help: 'Look-ups of new passwords among leaked ones since the start; "unanswered" ones were let through',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(deps.leakedPasswords.counts()))
        this.set({ outcome }, count);
    },
  });

  new Gauge({
    name: 'escriba_event_streams',
    help: 'Event streams that are open now; above EVENT_STREAMS_MAX the server asks pages to retry later',
    registers: [registry],
    collect() {
      this.set(app.streamSlots.openCount());
    },
  });

  logRequests(app, ({ method, route, status, aborted, ms }) =>
    durations.observe({ method, route, status: aborted ? 'aborted' : (status ?? 'unknown') }, ms / 1_000),
  );

  serveMetrics(app, deps, registry);
}
