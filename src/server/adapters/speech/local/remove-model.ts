import { rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isLocked } from './file-lock.ts';
import type { ModelPaths } from './model-files.ts';

/** Removes nothing while a process fetches the model, and then returns false. */
export async function removeModel({ folder, files, lock }: ModelPaths): Promise<boolean> {
  if (isLocked(lock)) return false;
  const paths = files.flatMap(({ path, part, copy, verified }) => [path, part, copy, verified]);
  for (const path of [...paths, lock]) await rm(path, { force: true });
  // Files of an operator in this folder are not ours, so it may stay.
  if (folder !== dirname(lock)) await rmdir(folder).catch(() => undefined);
  return true;
}
