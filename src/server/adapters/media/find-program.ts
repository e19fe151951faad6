import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MediaFault } from './media-fault.ts';

const run = promisify(execFile);
const timeoutMs = 5_000;

const found = new Map<string, Promise<string | undefined>>();

/** By the shell, which asks the PATH that we were started with: what we start gets none of our environment. */
async function look(name: string): Promise<string | undefined> {
  try {
    const { stdout } = await run('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', name], { timeout: timeoutMs });
    const path = stdout.trim();
    return path.startsWith('/') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Remembered while it is there; looked for again while it is missing, as it may be installed meanwhile. */
export async function findProgram(name: string): Promise<string | undefined> {
  if (name.startsWith('/')) return name;
  const looking = found.get(name) ?? look(name);
  found.set(name, looking);
  const path = await looking;
  if (path === undefined) found.delete(name);
  return path;
}

export async function findNeededProgram(name: string): Promise<string> {
  const path = await findProgram(name);
  if (path === undefined) throw new MediaFault('engine_missing', `${name} is not on this machine`);
  return path;
}
