import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { minuteMs } from '#domain/format/durations.ts';
import { abortableDelay } from '#server/concurrency/abort-signals.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, folderError } from './embedded-postgres-error.ts';
import { superuser } from './initialise.ts';
import { choosePort, launch, logFileOf, type Settings } from './launch.ts';
import type { Owner } from './postgres-system-user.ts';
import { isPostmasterOf, readPostmaster, removeStaleLock } from './postmaster.ts';
import { joinPostgres, type Presence } from './process-presence.ts';

export type Cluster = Readonly<{
  binaries: Binaries;
  owner: Owner;
  clusterFolder: string;
  closed: boolean;
  password: string;
  settings: Settings | undefined;
  log: Logger;
}>;

export type Running = Readonly<{ url: string; port: number; presence: Presence }>;

const giveUpAfterMs = minuteMs;
const pollMs = 50;

/** Errors worth a retry: a concurrent start, a port in use, or a lingering backend of a killed PostgreSQL. */
const transientError =
  /lock file ".*" (already exists|is empty)|Address already in use|could not bind|pre-existing shared memory block/;

async function joinAt({ clusterFolder, password }: Cluster, port: number): Promise<Running | undefined> {
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  try {
    return { url, port, presence: await joinPostgres({ url, clusterFolder }) };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined;
    if (codeOf(error) === '28P01')
      throw new EmbeddedPostgresError(
        `The database in ${clusterFolder} was made with another password than the stored one. Restore secrets/postgres-password in its data folder, or move the database away.`,
        { cause: error },
      );
    throw error;
  }
}

/** The running PostgreSQL of this folder, if it accepts connections. */
export async function joinRunning(cluster: Cluster): Promise<Running | undefined> {
  const found = await readPostmaster(cluster.clusterFolder);
  if (found === undefined || found.status !== 'ready') return undefined;
  if (!(await isPostmasterOf(cluster.clusterFolder, found.pid))) return undefined;
  return joinAt(cluster, found.port);
}

async function previousPort(clusterFolder: string): Promise<number | undefined> {
  const options = await readFile(join(clusterFolder, 'postmaster.opts'), 'utf8').catch(() => '');
  return Number(/"-p" "(\d+)"/.exec(options)?.[1]) || undefined;
}

function lastLogLine(written: string): string {
  const lines = written.trim().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').trim();
}

type StartOrJoinOptions = {
  /** The port that our pool uses. The start fails on any other port. */
  onlyPort?: number;
  signal?: AbortSignal | undefined;
};

/** Joins a running PostgreSQL, waits for one that is starting or stopping, or starts it. */
export async function startOrJoin(
  cluster: Cluster,
  { onlyPort, signal }: StartOrJoinOptions = {},
): Promise<Running> {
  const { clusterFolder, log } = cluster;
  let giveUpAt = Date.now() + giveUpAfterMs;
  let launched = false;
  let written = '';
  while (Date.now() < giveUpAt) {
    const running = await joinRunning(cluster);
    if (running !== undefined) {
      log.info(
        { clusterFolder },
        launched
          ? 'started the embedded PostgreSQL'
          : 'joined the embedded PostgreSQL that was already running',
      );
      return running;
    }
    const found = await readPostmaster(clusterFolder);
    if (found === undefined || !(await isPostmasterOf(clusterFolder, found.pid))) {
      await removeStaleLock(clusterFolder);
      const port = await choosePort(onlyPort ?? (await previousPort(clusterFolder)));
      if (onlyPort !== undefined && port !== onlyPort)
        throw new EmbeddedPostgresError(`port ${onlyPort} is in use by another program`);
      const result = await launch({ ...cluster, port, signal });
      if (result.ready) {
        launched = true;
        // A long recovery may have used up the time, so restart the clock for the join.
        giveUpAt = Date.now() + giveUpAfterMs;
        continue;
      }
      written = result.written;
      if (!transientError.test(written))
        throw (
          folderError(clusterFolder, written) ??
          new EmbeddedPostgresError(`The embedded PostgreSQL did not start: ${lastLogLine(written)}`)
        );
    }
    // Ignore an abort after the launch: only a joined PostgreSQL can be stopped without cutting off others.
    await abortableDelay(pollMs, launched ? undefined : signal);
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not become ready in ${giveUpAfterMs / 1000} s; its log is ${logFileOf(clusterFolder)}. ${lastLogLine(written)}`,
  );
}
