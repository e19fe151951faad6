import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';

type WrittenOnce = { path: string; mode: number; make: () => string };

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
export async function writtenOnce({ path, mode, make }: WrittenOnce): Promise<string> {
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
