import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#server/errors/safe-message-error.ts';

type ReadOrCreateOptions = { path: string; mode: number; make: () => string };

/** Some mounts do not support hard links. */
const linksUnsupportedCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

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
 * Reads a small immutable file, or creates it. Writes a temporary file and links it into place, so that a reader
 * never sees a partial file. Two concurrent creators both return the text of the first one.
 */
async function readOrCreateFile({ path, mode, make }: ReadOrCreateOptions): Promise<string> {
  const existing = await read(path);
  if (existing !== undefined) return existing;

  const text = make();
  const temporaryPath = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await write(temporaryPath, text, mode);
  try {
    await link(temporaryPath, path);
    return text;
  } catch (error) {
    const code = codeOf(error) ?? '';
    // Without links, exclusive creation at least prevents a second creator from overwriting the file.
    if (linksUnsupportedCodes.includes(code)) await write(path, text, mode);
    else if (code !== 'EEXIST') throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
  const stored = await read(path);
  if (stored === undefined) throw new Error(`${path} is empty; remove it and start again`);
  return stored;
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
