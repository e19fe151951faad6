import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readOrCreateSecret } from '#server/adapters/secrets/secret-file.ts';
import { findBinaries } from './binaries.ts';
import { chooseClusterFolder } from './cluster-folder.ts';
import { EmbeddedPostgresError, withFolderErrors } from './embedded-postgres-error.ts';
import { initialise } from './initialise.ts';
import type { Settings } from './launch.ts';
import { isPostmasterOf, readPostmaster } from './postmaster.ts';
import { type Cluster, joinRunning, type Running, startOrJoin } from './start-or-join.ts';

export type EmbeddedPostgres = Readonly<{
  url: string;
  /** The folder of the cluster. */
  clusterFolder: string;
  /** Restarts PostgreSQL on the same port if it has died. */
  ensureRunning: () => Promise<void>;
  /** Disconnects, and stops PostgreSQL if no other process of ours is connected. */
  stop: () => Promise<void>;
}>;

export type StartOptions = {
  dataDir: string;
  log: Logger;
  /** Overrides the defaults: tests trade durability for speed. */
  settings?: Settings;
  /** A process of root copies the binaries here if PostgreSQL's system user cannot read them in node_modules. */
  systemFolder?: string;
  /** Aborts the start and stops a PostgreSQL that it has launched. */
  signal?: AbortSignal | undefined;
};

const retryMs = 1_000;
const fastStopTimeoutMs = 10_000;
const stopPollMs = 10;

async function prepare({
  dataDir,
  log,
  settings,
  systemFolder = '/var/lib/escriba',
}: StartOptions): Promise<Cluster> {
  const chosen = await chooseClusterFolder({ dataDir, systemFolder, log });
  const { clusterFolder, owner, closed } = chosen;
  const [binaries, password] = await Promise.all([
    findBinaries({ owner, systemFolder, log }),
    withFolderErrors(dataDir, () =>
      readOrCreateSecret({ dataDir: chosen.dataDir, name: 'postgres-password' }),
    ),
  ]);
  await initialise({
    binaries,
    owner,
    clusterFolder,
    closed,
    password,
    durable: settings?.fsync !== 'off',
    log,
  });
  return { binaries, owner, clusterFolder, closed, password, settings, log };
}

async function waitUntilGone(clusterFolder: string, pid: number, timeoutMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (await isPostmasterOf(clusterFolder, pid)) {
    if (Date.now() > giveUpAt) return false;
    await delay(stopPollMs);
  }
  return true;
}

/** A fast shutdown ends open transactions and writes everything committed. Escalates only if PostgreSQL hangs. */
async function stopPostmaster(clusterFolder: string) {
  const found = await readPostmaster(clusterFolder);
  if (found === undefined || !(await isPostmasterOf(clusterFolder, found.pid))) return;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(found.pid, signal);
    } catch {
      return; // It exited between the check and the signal.
    }
    if (await waitUntilGone(clusterFolder, found.pid, fastStopTimeoutMs)) return;
  }
}

/** Starts the bundled PostgreSQL on our data folder. All our processes on that folder share it. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { log, signal } = options;
  const cluster = await prepare(options);
  signal?.throwIfAborted();
  const { clusterFolder } = cluster;
  let running: Running = await startOrJoin(cluster, { signal });
  const { url, port } = running;
  let recovering: Promise<void> | undefined;
  let stopped = false;

  const recover = async () => {
    if (await running.presence.answers()) return;
    await running.presence.end();
    const next = await startOrJoin(cluster, { onlyPort: port });
    if (next.port !== port) {
      await next.presence.end();
      throw new EmbeddedPostgresError(
        `the embedded PostgreSQL now runs on port ${next.port}; restart this process`,
      );
    }
    running = next;
    watch();
  };
  const ensureRunning = () => {
    recovering ??= recover().finally(() => {
      recovering = undefined;
    });
    return recovering;
  };

  const restartUntilReady = async () => {
    log.warn({ place: clusterFolder }, 'the embedded PostgreSQL stopped unexpectedly; restarting it');
    for (let reported = ''; !stopped; ) {
      try {
        await ensureRunning();
        log.info({ place: clusterFolder }, 'the embedded PostgreSQL is back');
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== reported) log.error({ reason }, 'the embedded PostgreSQL does not restart; retrying');
        reported = reason;
        await delay(retryMs);
      }
    }
  };
  const watch = () => {
    const { presence } = running;
    void presence.lost.then(() => {
      if (!stopped && presence === running.presence) void restartUntilReady();
    });
  };
  watch();

  return {
    url,
    clusterFolder,
    ensureRunning,
    async stop() {
      if (stopped) return;
      stopped = true;
      await recovering?.catch(() => {});
      let { presence } = running;
      if (!(await presence.answers())) {
        await presence.end();
        const rejoined = await joinRunning(cluster).catch(() => undefined);
        if (rejoined === undefined) return;
        presence = rejoined.presence;
      }
      // If PostgreSQL goes down during this query, it needs no stop.
      if (await presence.isLastConnected().catch(() => false)) await stopPostmaster(clusterFolder);
      await presence.end();
    },
  };
}
