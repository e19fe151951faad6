import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type Owner, ownFolder, processOptions } from './owner.ts';
import { placeSetting, readPostmaster } from './postmaster.ts';
import { type Settings, settingArguments } from './settings.ts';

export type LaunchOptions = {
  binaries: Binaries;
  owner: Owner;
  place: string;
  /** PostgreSQL is started in it, since its user cannot walk there. */
  closed: boolean;
  port: number;
  settings: Settings | undefined;
  signal?: AbortSignal | undefined;
};

const pollMs = 10;
/** Recovery after a crash takes as long as it takes; past this something else is wrong. */
const readyTimeoutMs = 60_000;
const logKeptBytes = 1_048_576;

export const logFileOf = (place: string) => join(place, 'server.log');

/** Below the range the system hands out by itself, so that a restart on the same port finds it free. */
const lowestPort = 20_000;
const portCount = 10_000;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** The one it had before if that is free: processes that lost it meanwhile look for it there. */
export async function choosePort(before: number | undefined): Promise<number> {
  if (before && (await isFree(before))) return before;
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * portCount);
    if (await isFree(port)) return port;
  }
}

async function openLogFile(place: string, owner: Owner) {
  const path = logFileOf(place);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logKeptBytes) await rename(path, `${path}.1`);
  const file = await open(path, 'a', 0o600);
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
  return { file, from: size > logKeptBytes ? 0 : size };
}

export type LaunchResult = { ready: true } | { ready: false; written: string };

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C in the terminal does not reach it before our ordered
 * stop. Not through pg_ctl: that hands the paths to a shell, where a $ or a quote in one is a command.
 */
export async function launch({
  binaries,
  owner,
  place,
  closed,
  port,
  settings,
  signal,
}: LaunchOptions): Promise<LaunchResult> {
  const { file, from } = await openLogFile(place, owner);
  try {
    const folder = closed ? ownFolder : place;
    const named = ['-c', `${placeSetting}=${place}`];
    const args = ['-D', folder, '-p', String(port), ...named, ...settingArguments(settings)];
    const child = spawn(binaries.postgres, args, {
      ...processOptions(owner, closed ? place : undefined),
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
      const found = await readPostmaster(place);
      if (found?.pid === child.pid && found?.status === 'ready') {
        child.unref();
        return { ready: true };
      }
      await Promise.race([ended, delay(pollMs)]);
    }
    if (signal?.aborted) {
      // Nobody can have joined it yet. It writes what it must and goes.
      child.kill('SIGINT');
      await ended;
      signal.throwIfAborted();
    }
    if (!gone) child.kill('SIGQUIT');
    const log = await readFile(logFileOf(place));
    return { ready: false, written: log.subarray(from).toString('utf8') };
  } finally {
    await file.close();
  }
}
