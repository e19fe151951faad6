import { Counter, Gauge, type Registry } from 'prom-client';
import { inTime } from '#server/concurrency/in-time.ts';
import type { Deps } from '#server/deps.ts';
import { version } from '#server/runtime/process-identity.ts';

/** Prometheus waits 10 s for all metrics of a process. Otherwise a database that hangs looks like a process that is down. */
export const databaseWaitMs = 3_000;

type DiskFigures = Awaited<ReturnType<Deps['diskReserve']['figures']>>[number];
type Given = { registry: Registry; deps: Deps };
type Figure = Readonly<{ labels: Record<string, string>; value: number }>;
type Metric = Readonly<{
  name: `escriba_${string}`;
  help: string;
  labelNames?: readonly string[];
  read: () => readonly Figure[] | Promise<readonly Figure[]>;
}>;

const optionsOf = ({ registry }: Given, { name, help, labelNames = [] }: Metric) => ({
  name,
  help,
  labelNames: [...labelNames],
  registers: [registry],
});

function gauge(given: Given, metric: Metric) {
  new Gauge({
    ...optionsOf(given, metric),
    async collect() {
      this.reset();
      for (const { labels, value } of await metric.read()) this.set(labels, value);
    },
  });
}

/** Of a count that a part of the process keeps itself. */
function counter(given: Given, metric: Metric) {
  new Counter({
    ...optionsOf(given, metric),
    async collect() {
      this.reset();
      for (const { labels, value } of await metric.read()) this.inc(labels, value);
    },
  });
}

function serviceMetrics(given: Given) {
  const { states } = given.deps.serviceCalls;
  const labelNames = ['service', 'engine'];
  gauge(given, {
    name: 'escriba_service_up',
    help: '1 if the last call to this outside service worked; absent before the first call',
    labelNames,
    read: () =>
      states().flatMap(({ service, engine, isUp }) =>
        isUp === undefined ? [] : [{ labels: { service, engine }, value: isUp ? 1 : 0 }],
      ),
  });
  counter(given, {
    name: 'escriba_service_answers_total',
    help: 'Calls that the outside service answered with a result',
    labelNames,
    read: () =>
      states().map(({ service, engine, answers }) => ({ labels: { service, engine }, value: answers })),
  });
  counter(given, {
    name: 'escriba_service_failures_total',
    help: 'Failed calls to the outside service',
    labelNames: [...labelNames, 'reason'],
    read: () =>
      states().flatMap(({ service, engine, failures }) =>
        Object.entries(failures).map(([reason, value]) => ({ labels: { service, engine, reason }, value })),
      ),
  });
}

function diskMetrics(given: Given) {
  const disk = (name: Metric['name'], help: string, pick: (figures: DiskFigures) => number) =>
    gauge(given, {
      name,
      help,
      labelNames: ['folder'],
      read: async () => {
        const figures = await given.deps.diskReserve.figures().catch(() => []);
        return figures.map((each) => ({ labels: { folder: each.folder }, value: pick(each) }));
      },
    });
  disk('escriba_disk_free_bytes', 'Free space at the folder', ({ freeBytes }) => freeBytes);
  disk('escriba_disk_total_bytes', 'Size of the disk of the folder', ({ totalBytes }) => totalBytes);
  disk(
    'escriba_disk_reserve_bytes',
    'Below this free space the server refuses uploads',
    ({ reserveBytes }) => reserveBytes,
  );
}

function databaseMetrics(given: Given) {
  const { databaseHealth, queue } = given.deps;
  const { poolCounts } = databaseHealth;
  gauge(given, {
    name: 'escriba_oldest_waiting_job_seconds',
    help: 'Age of the oldest waiting job; 0 if none waits',
    labelNames: ['queue'],
    read: async () => {
      // Keep serving the other metrics while the database is down.
      const ages = await inTime(queue.oldestWaitingSeconds(), databaseWaitMs).catch(
        () => new Map<string, number>(),
      );
      return [...ages].map(([name, value]) => ({ labels: { queue: name }, value }));
    },
  });
  gauge(given, {
    name: 'escriba_database_pool_connections',
    help: 'Connections of the pool of this process',
    labelNames: ['state'],
    read: () =>
      (['busy', 'idle'] as const).map((state) => ({ labels: { state }, value: poolCounts()[state] })),
  });
  gauge(given, {
    name: 'escriba_database_pool_waiting',
    help: 'Callers that wait for a connection of the pool',
    read: () => [{ labels: {}, value: poolCounts().waiting }],
  });
  gauge(given, {
    name: 'escriba_database_pool_max',
    help: 'The size of the pool, DATABASE_POOL_MAX',
    read: () => [{ labels: {}, value: poolCounts().max }],
  });
}

/** Metrics that show an operator a fault before users meet it. */
export function registerOperatorMetrics(registry: Registry, deps: Deps) {
  const given = { registry, deps };
  gauge(given, {
    name: 'escriba_build_info',
    help: 'Always 1, with version and roles of this process',
    labelNames: ['version', 'roles'],
    read: () => [{ labels: { version, roles: deps.config.roles.join(',') }, value: 1 }],
  });
  databaseMetrics(given);
  diskMetrics(given);
  serviceMetrics(given);
  counter(given, {
    name: 'escriba_refusals_total',
    help: 'Requests that a limit of rate or capacity refused',
    labelNames: ['limit'],
    read: () => [...deps.refusals.counts()].map(([limit, value]) => ({ labels: { limit }, value })),
  });
}
