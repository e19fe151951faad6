import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';

const idPattern = /^\d{13}-\d{4}-[0-9a-f]{4}$/;

/** The id begins with the arrival time. */
export const arrivalTime = (id: string) => new Date(Number(id.slice(0, 13))).toISOString();

type Options<Summary> = {
  folder: string;
  /** The file extension, with the dot. */
  extension: string;
  /** The number of newest files to keep. */
  maxCount: number;
  /** Extracts the fields for lists. Memory holds only these fields. */
  summarize: (id: string, content: Buffer) => Summary | Promise<Summary>;
};

/** Stores each received message in a file, so that it survives a restart, and deletes the oldest. */
export function openFileStore<Summary>({ folder, extension, maxCount, summarize }: Options<Summary>) {
  const summaries = new Map<string, Summary>();
  let loading: Promise<void> | undefined;
  let counter = 0;
  const fileOf = (id: string) => join(folder, `${id}${extension}`);

  const dropOldest = async () => {
    for (const id of [...summaries.keys()].sort().slice(0, -maxCount)) {
      summaries.delete(id);
      await rm(fileOf(id), { force: true });
    }
  };

  const load = async () => {
    // The folder contains sign-in links and codes: restrict it to its owner, even if it exists already.
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    for (const file of await readdir(folder)) {
      const id = file.endsWith(extension) ? file.slice(0, -extension.length) : '';
      if (idPattern.test(id)) summaries.set(id, await summarize(id, await readFile(fileOf(id))));
    }
    await dropOldest();
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };

  /** Returns an id that sorts by arrival even within one millisecond, and is unique across restarts. */
  const nextId = () => {
    counter = (counter + 1) % 10_000;
    return [Date.now(), String(counter).padStart(4, '0'), randomBytes(2).toString('hex')].join('-');
  };

  return {
    add: async (content: Buffer): Promise<string> => {
      await loaded();
      const id = nextId();
      await writeFile(`${fileOf(id)}.partial`, content, { mode: 0o600 });
      await rename(`${fileOf(id)}.partial`, fileOf(id));
      summaries.set(id, await summarize(id, content));
      await dropOldest();
      return id;
    },
    /** Returns the newest first. */
    list: async (): Promise<Summary[]> => {
      await loaded();
      const newest = [...summaries].sort(([one], [other]) => (one < other ? 1 : -1));
      return newest.map(([, summary]) => summary);
    },
    read: async (id: string): Promise<Buffer | undefined> => {
      await loaded();
      if (!summaries.has(id)) return undefined;
      return readFile(fileOf(id)).catch(() => undefined);
    },
    clear: async () => {
      await loaded();
      const ids = [...summaries.keys()];
      summaries.clear();
      for (const id of ids) await rm(fileOf(id), { force: true });
    },
  };
}

/** Returns undefined for an invalid file too, because the sandbox must start without it rather than fail. */
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

/** Writes the file atomically and readable only by its owner. */
export async function writeJson(path: string, value: unknown) {
  await mkdir(dirname(path), { recursive: true });
  await chmod(dirname(path), 0o700);
  await writeFile(`${path}.partial`, JSON.stringify(value, null, 2), { mode: 0o600 });
  await rename(`${path}.partial`, path);
}
