import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** Undefined also when somebody wrote over it: a sandbox starts anew rather than not at all. */
export async function readJson<T extends z.ZodType>(
  path: string,
  schema: T,
): Promise<z.infer<T> | undefined> {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, and for nobody else on this machine to read. */
export async function writeJson(path: string, value: unknown) {
  await mkdir(dirname(path), { recursive: true });
  await chmod(dirname(path), 0o700);
  await writeFile(`${path}.partial`, JSON.stringify(value, null, 2), { mode: 0o600 });
  await rename(`${path}.partial`, path);
}
