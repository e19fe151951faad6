import { spawn } from 'node:child_process';
import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { minuteMs } from '#domain/format/durations.ts';
import { isPortFree } from '#server/runtime/free-port.ts';
import type { Binaries } from './binaries.ts';
import { type Owner, processOptions, workingFolderPath } from './postgres-system-user.ts';
import { clusterFolderSetting, readPostmaster } from './postmaster.ts';

export type Settings = Readonly<Record<string, string>>;

/** For a home machine: little memory and few processes, but full crash safety. */
const homeSettings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  maintenance_work_mem: '32MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // No replication, so skip its processes and memory.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '1',
  max_worker_processes: '2',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Statement errors come to us, and our log redacts personal data. PostgreSQL's own log covers only the server.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

function settingArguments(own: Settings = {}): string[] {
  return Object.entries({ ...homeSettings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

type LaunchOptions = {
  binaries: Binaries;
  owner: Owner;
  clusterFolder: string;
  /** The owner cannot traverse the parent folders, so PostgreSQL starts inside `clusterFolder`. */
  closed: boolean;
  port: number;
  settings: Settings | undefined;
  signal?: AbortSignal | undefined;
};

const pollMs = 10;
/** Generous for crash recovery. After this time something else is wrong. */
const readyTimeoutMs = minuteMs;
const logKeptBytes = 1_048_576;

export const logFileOf = (clusterFolder: string) => join(clusterFolder, 'server.log');

/** Below the ephemeral range, so that the port is still free after a restart. */
const lowestPort = 20_000;
const portCount = 10_000;

/** Prefers the previous port, because processes that lost the connection reconnect to it. */
export async function choosePort(before: number | undefined): Promise<number> {
  if (before && (await isPortFree(before))) return before;
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * portCount);
    if (await isPortFree(port)) return port;
  }
}

async function openLogFile(clusterFolder: string, owner: Owner) {
  const path = logFileOf(clusterFolder);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logKeptBytes) await rename(path, `${path}.1`);
  const file = await open(path, 'a', 0o600);
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
  return { file, from: size > logKeptBytes ? 0 : size };
}

type LaunchResult = { ready: true } | { ready: false; written: string };

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C in the terminal does not reach it before our orderly stop.
 * Avoids pg_ctl, which passes the paths to a shell, where `$` and quotes have a meaning.
 */
export async function launch({
  binaries,
  owner,
  clusterFolder,
  closed,
  port,
  settings,
  signal,
}: LaunchOptions): Promise<LaunchResult> {
  const { file, from } = await openLogFile(clusterFolder, owner);
  try {
    const folder = closed ? workingFolderPath : clusterFolder;
    const named = ['-c', `${clusterFolderSetting}=${clusterFolder}`];
    const args = ['-D', folder, '-p', String(port), ...named, ...settingArguments(settings)];
    const child = spawn(binaries.postgres, args, {
      ...processOptions(owner, closed ? clusterFolder : undefined),
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    let gone = false;
    void ended.then(() => {
      gone = true;
    });
    const giveUpAt = Date.now() + readyTimeoutMs;
    while (!gone && !signal?.aborted && Date.now() < giveUpAt) {
      const found = await readPostmaster(clusterFolder);
      if (found?.pid === child.pid && found?.status === 'ready') {
        child.unref();
        return { ready: true };
      }
      await Promise.race([ended, delay(pollMs)]);
    }
    if (signal?.aborted) {
      // No client can have connected yet, so a fast shutdown is safe.
      child.kill('SIGINT');
      await ended;
      signal.throwIfAborted();
    }
    if (!gone) child.kill('SIGQUIT');
    const log = await readFile(logFileOf(clusterFolder));
    return { ready: false, written: log.subarray(from).toString('utf8') };
  } finally {
    await file.close();
  }
}
