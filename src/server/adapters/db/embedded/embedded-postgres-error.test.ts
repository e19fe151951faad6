import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestPostgres } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { platformPackage } from './binaries.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/** A small tmpfs mount, or undefined where even root may not mount one. */
async function smallDisk(path: string, options: string) {
  await mkdir(path, { recursive: true });
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).then(
    () => true,
    () => false,
  );
  return mounted
    ? { [Symbol.asyncDispose]: async () => void (await run('umount', ['-l', path])) }
    : undefined;
}

test('the error names a file at the path of the data folder', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'file');
  await writeFile(path, '');
  await expect(startTestPostgres(path)).rejects.toThrow(
    `The data folder ${path} is not a folder: a file has this path. Set DATA_DIR to another path.`,
  );
  await expect(startTestPostgres(join(path, 'below'))).rejects.toThrow(/is not a folder/);
});

test.skipIf(isRoot)('the error names a read-only data folder (modes do not bind root)', async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o500);
  await expect(startTestPostgres(folder.path)).rejects.toThrow(/belongs to another user or is not writable/);
  await chmod(folder.path, 0o700);
});

test.runIf(isRoot)('the error names a read-only disk (needs root, to mount one)', async (context) => {
  await using folder = await temporaryFolder();
  await using disk = await smallDisk(folder.path, 'ro,size=1m,mode=755');
  if (disk === undefined) return context.skip('this system forbids mounting');
  await expect(startTestPostgres(folder.path)).rejects.toThrow(/is on a read-only disk\. Set DATA_DIR/);
  await expect(startTestPostgres(join(folder.path, 'below'))).rejects.toThrow(
    /cannot be created: its disk is read-only/,
  );
});

test.runIf(isRoot)(
  'the error names a full disk, and no half-made database stays on it (needs root, to mount one)',
  async (context) => {
    await using folder = await temporaryFolder();
    await using disk = await smallDisk(folder.path, 'size=6m,mode=755');
    if (disk === undefined) return context.skip('this system forbids mounting');
    await expect(startTestPostgres(folder.path)).rejects.toThrow(
      /The disk of the data folder .* is full\. Free some space/,
    );
    const { stdout } = await run('ls', [folder.path]);
    expect(stdout.trim()).toBe('secrets');
  },
);

test('the start leaves foreign files alone and names their folder', async () => {
  await using folder = await temporaryFolder();
  const clusterFolder = join(folder.path, 'postgres');
  await mkdir(clusterFolder);
  await writeFile(join(clusterFolder, 'notes.txt'), 'mine');
  await expect(startTestPostgres(folder.path)).rejects.toThrow(
    `${clusterFolder} holds files but no database`,
  );
  expect(await readFile(join(clusterFolder, 'notes.txt'), 'utf8')).toBe('mine');
});

test('the error distinguishes another PostgreSQL version from a lost password', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const postgres = await startTestPostgres(folder.path);
  await postgres.stop();
  await writeFile(join(folder.path, 'secrets/postgres-password'), 'another');
  await expect(startTestPostgres(folder.path)).rejects.toThrow(/was made with another password/);

  await writeFile(join(postgres.clusterFolder, 'PG_VERSION'), '15\n');
  await expect(startTestPostgres(folder.path)).rejects.toThrow(
    `The database in ${postgres.clusterFolder} was made by PostgreSQL 15, and PostgreSQL 18 is installed.`,
  );
});

test('the error names a platform without binaries, with a workaround', () => {
  expect(() => platformPackage('plan9')).toThrow(
    `There is no embedded PostgreSQL for plan9-${process.arch}. Install the packages again, or set DATABASE_URL`,
  );
});
