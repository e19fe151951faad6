import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

const run = promisify(execFile);

/** The user PostgreSQL runs as; undefined where it runs as we do. */
export type Owner = Readonly<{ uid: number; gid: number }> | undefined;

const systemUser = 'postgres';

/** Nothing of our own environment reaches PostgreSQL: PGDATA, LC_ALL and their like would change what it does. */
const quietEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** From the root folder, because ours may be one that the other user cannot enter. */
export function processOptions(owner: Owner, cwd = '/') {
  return { cwd, env: quietEnvironment, ...owner };
}

/**
 * A process that root starts in a folder stays in it after it drops its rights, though it could not walk there. This
 * path leads it back to that folder, past the closed ones above.
 */
export const workingFolderPath = '/proc/self/cwd';

async function findSystemUser(): Promise<Owner> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', systemUser]), run('id', ['-g', systemUser])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function makeSystemUser(): Promise<Owner> {
  const options = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', systemUser];
  const made = await run('useradd', options).catch((error: unknown) => error);
  // Asked again whatever came out: another process may have made it in this very moment.
  const owner = await findSystemUser();
  if (owner !== undefined) return owner;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and its system user "${systemUser}" could not be made. Start as an ordinary user, or set DATABASE_URL.`,
    { cause: made },
  );
}

/** An existing data folder keeps its owner; a new one made by root belongs to the system user of PostgreSQL. */
export async function findOwner(existingPlace: string | undefined): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  if (existingPlace !== undefined) {
    const { uid, gid } = await stat(existingPlace);
    if (uid !== 0) return { uid, gid };
  }
  return (await findSystemUser()) ?? (await makeSystemUser());
}

/** Really tried as that user: modes, access lists and mounts all have their say. */
export async function canEnter(owner: Owner, folder: string): Promise<boolean> {
  if (owner === undefined) return true;
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], processOptions(owner));
    return true;
  } catch {
    return false;
  }
}

/** The same for a process that root starts in the folder. */
export async function canEnterFromInside(owner: Owner, folder: string): Promise<boolean> {
  try {
    // With the slash it is the folder itself that is read, and not the link.
    await run('/bin/ls', [`${workingFolderPath}/`], processOptions(owner, folder));
    return true;
  } catch {
    return false;
  }
}
