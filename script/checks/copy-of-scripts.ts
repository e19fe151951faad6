import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Copies the scripts to a temporary folder, so that they cannot change the project. */
export async function copyOfScripts() {
  const root = await mkdtemp(join(tmpdir(), 'escriba-scripts-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await cp('script', join(root, 'script'), { recursive: true });
  await cp('.node-version', join(root, '.node-version'));
  return root;
}
