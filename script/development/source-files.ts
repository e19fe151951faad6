import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Code, migrations, and the fonts, sounds, models and texts beside the code. The server never loads a test. */
const isSource = (name: string) => /^[^.#].*(?<!\.test)\.(ts|sql|json|txt|ttf|mp3|onnx|bin)$/.test(name);

/** A rebase may remove a folder while we read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function addFiles(found: Map<string, string>, folder: string) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFiles(found, path);
    else if (isSource(entry.name)) {
      const file = statSync(path, { throwIfNoEntry: false });
      // A file that replaces another one may keep its time.
      if (file !== undefined) found.set(path, `${file.mtimeMs} ${file.size} ${file.ino}`);
    }
  }
}

function stateOf(folders: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) addFiles(found, folder);
  return found;
}

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path));
}

const everyMs = 250;

/**
 * Compares the files again and again, because a watcher of the file system loses sight: of replaced files, of new
 * folders, of mounted folders, and of everything beyond the system's limit. One comparison takes about 2 ms.
 */
export function openSourceFiles(folders: readonly string[]) {
  let known = stateOf(folders);
  return {
    /** Returns the files that changed since the last call. Waits until a save of many files, such as a rebase, is over. */
    async nextChange(signal: AbortSignal): Promise<readonly string[]> {
      let before = known;
      for (;;) {
        await delay(everyMs, undefined, { signal });
        const now = stateOf(folders);
        const isSettled = differences(before, now).length === 0;
        before = now;
        const changed = isSettled ? differences(known, now) : [];
        if (changed.length === 0) continue;
        known = now;
        return changed;
      }
    },
  };
}
