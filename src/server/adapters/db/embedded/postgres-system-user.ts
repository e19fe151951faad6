import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

const run = promisify(execFile);

/** The system user that PostgreSQL runs as. Undefined if it runs as the current user. */
export type Owner = Readonly<{ uid: number; gid: number }> | undefined;

const systemUser = 'postgres';

/** Hides our environment from PostgreSQL, because PGDATA, LC_ALL and the like would change its behaviour. */
const quietEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** Starts in `/` by default, because the other user may not be able to enter our working directory. */
export function processOptions(owner: Owner, cwd = '/') {
  return { cwd, env: quietEnvironment, ...owner };
}

/**
 * A process that root starts in a folder keeps it as its working directory after dropping privileges, even if it
 * could not traverse there. This path resolves to that folder and bypasses the closed parents.
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
  // Look again in either case: a concurrent process may just have created the user.
  const owner = await findSystemUser();
  if (owner !== undefined) return owner;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and its system user "${systemUser}" could not be created. Start as an ordinary user, or set DATABASE_URL.`,
    { cause: made },
  );
}

/** An existing data folder keeps its owner. A new one that root creates belongs to PostgreSQL's system user. */
export async function findOwner(existingFolder: string | undefined): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined;
  if (existingFolder !== undefined) {
    const { uid, gid } = await stat(existingFolder);
    if (uid !== 0) return { uid, gid };
  }
  return (await findSystemUser()) ?? (await makeSystemUser());
}

/** Tries it as that user, because modes, ACLs and mount options all matter. */
export async function canEnter(owner: Owner, folder: string): Promise<boolean> {
  if (owner === undefined) return true;
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], processOptions(owner));
    return true;
  } catch {
    return false;
  }
}

/** `canEnter` for a process that root starts inside the folder. */
export async function canEnterFromInside(owner: Owner, folder: string): Promise<boolean> {
  try {
    // The trailing slash makes `ls` read the folder instead of the link.
    await run('/bin/ls', [`${workingFolderPath}/`], processOptions(owner, folder));
    return true;
  } catch {
    return false;
  }
}
