import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../errors/safe-message-error.ts';

type ReadOrCreateOptions = { path: string; mode: number; make: () => string };

/** Some mounts do not support hard links. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
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
 * Reads a small immutable file, or creates it. Writes a temporary file and links it into place: a reader sees all
 * or nothing, and of two concurrent creators both return the first one's text.
 */
async function readOrCreateFile({ path, mode, make }: ReadOrCreateOptions): Promise<string> {
  const kept = await read(path);
  if (kept !== undefined) return kept;

  const text = make();
  const beside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await write(beside, text, mode);
  try {
    await link(beside, path);
    return text;
  } catch (error) {
    const code = codeOf(error) ?? '';
    // Exclusive creation is the best alternative to a link.
    if (withoutLinks.includes(code)) await write(path, text, mode);
    else if (code !== 'EEXIST') throw error;
  } finally {
    await rm(beside, { force: true });
  }
  const first = await read(path);
  if (first === undefined) throw new Error(`${path} is empty; remove it and start again`);
  return first;
}

/** Reads a random secret. Creates it at the first call, readable for the owner only. */
export async function readOrCreateSecret({
  dataDir,
  name,
}: {
  dataDir: string;
  name: string;
}): Promise<string> {
  const folder = join(dataDir, 'secrets');
  await mkdir(dataDir, { recursive: true });
  // A separate call, because a recursive mkdir reports "no such file" for a read-only disk.
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readOrCreateFile({
    path: join(folder, name),
    mode: 0o600,
    make: () => randomBytes(32).toString('hex'),
  });
}
