import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

type ReadOrCreateOptions = { path: string; mode: number; make: () => string };

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function write(path: string, text: string, mode: number) {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The text of a small file that is made once and never changes. Written beside and linked into place: a reader
 * sees all of it or nothing, and of two processes that make it at once both answer with the one that came first.
 */
export async function readOrCreateFile({ path, mode, make }: ReadOrCreateOptions): Promise<string> {
  const kept = await read(path);
  if (kept !== undefined) return kept;

  const text = make();
  const beside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await write(beside, text, mode);
  try {
    await link(beside, path);
    return text;
  } catch (error) {
    // Some mounted folders know no links: there, creating it exclusively is the best that can be had.
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) await write(path, text, mode);
    else if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(beside, { force: true });
  }
  const first = await read(path);
  if (first === undefined) throw new Error(`${path} is empty; remove it and start again`);
  return first;
}

/** A secret that nobody had to choose: made at random the first time and kept for the owner's eyes only. */
export async function readOrCreateSecret({
  dataDir,
  name,
}: {
  dataDir: string;
  name: string;
}): Promise<string> {
  const folder = join(dataDir, 'secrets');
  await mkdir(dataDir, { recursive: true });
  // Not in the same call: a recursive one says "no such file" where the truth is "read-only disk".
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readOrCreateFile({
    path: join(folder, name),
    mode: 0o600,
    make: () => randomBytes(32).toString('hex'),
  });
}
