import { execFile } from 'node:child_process';
import { chown, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, folderError, withFolderErrors } from './embedded-postgres-error.ts';
import { type Owner, processOptions, workingFolderPath } from './postgres-system-user.ts';
import { inTemporaryFolder, removeAbandoned } from './temporary-folders.ts';

const run = promisify(execFile);

export const superuser = 'escriba';

type InitialiseOptions = {
  binaries: Binaries;
  owner: Owner;
  clusterFolder: string;
  closed: boolean;
  password: string;
  /** False in tests only: without fsync, a power cut during the first start would corrupt the cluster. */
  durable: boolean;
  log: Logger;
};

/** Portuguese collation ("água" before "banco") if the binaries support ICU, else the portable C.UTF-8. */
const localeChoices = [
  ['--locale-provider=icu', '--icu-locale=pt-BR'],
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
];

async function initdb(folder: string, options: InitialiseOptions) {
  const { binaries, owner, closed, password, durable } = options;
  const cluster = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner !== undefined) {
    for (const path of [folder, cluster, passwordFile]) await chown(path, owner.uid, owner.gid);
  }
  const common = [
    `--pgdata=${closed ? workingFolderPath : cluster}`,
    `--username=${superuser}`,
    `--pwfile=${closed ? join('..', basename(passwordFile)) : passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  for (const locale of localeChoices) {
    try {
      await run(binaries.initdb, [...common, ...locale], processOptions(owner, closed ? cluster : undefined));
      return cluster;
    } catch (error) {
      const written =
        error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
      if (/ICU is not supported/i.test(written)) continue;
      throw (
        folderError(dirname(options.clusterFolder), written) ??
        new EmbeddedPostgresError(`initdb failed: ${written}`, { cause: error })
      );
    }
  }
  throw new EmbeddedPostgresError('initdb supports neither ICU nor the builtin locale provider.');
}

async function refuseWrongVersion(clusterFolder: string, { majorVersion }: Binaries) {
  const found = (await readFile(join(clusterFolder, 'PG_VERSION'), 'utf8')).trim();
  if (found === majorVersion) return;
  throw new EmbeddedPostgresError(
    `The database in ${clusterFolder} was made by PostgreSQL ${found}, and PostgreSQL ${majorVersion} is installed. Migrate it with pg_dump, or install the earlier version.`,
  );
}

/**
 * Creates the cluster if there is none. Builds it in a temporary folder and renames it. So an interrupted first
 * start leaves nothing that looks complete, and of two concurrent starts the loser uses the winner's cluster.
 */
export async function initialise(options: InitialiseOptions): Promise<void> {
  const { clusterFolder, binaries, log } = options;
  const home = dirname(clusterFolder);
  await withFolderErrors(home, async () => {
    const removed = await removeAbandoned(clusterFolder);
    if (removed.length > 0)
      log.info('removed the leftovers of an interrupted first start; creating the database again');
    const found = await readFile(join(clusterFolder, 'PG_VERSION')).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined) {
      await inTemporaryFolder(clusterFolder, async (folder) => {
        const cluster = await initdb(folder, options);
        await rename(cluster, clusterFolder).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
        });
      });
      if (options.durable) await syncFolder(home);
    }
  });
  try {
    await refuseWrongVersion(clusterFolder, binaries);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `${clusterFolder} holds files but no database: move them away and start again.`,
      {
        cause: error,
      },
    );
  }
}

/** Makes the rename itself durable. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
