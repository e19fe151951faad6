/**
 * Exits with 0 if node_modules already matches package-lock.json, so that script/bootstrap need not reinstall
 * after a plain `npm install`. npm's own record of the installed packages is valid only if no package folder
 * is newer.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type LockedPackage = { version?: string; integrity?: string; optional?: boolean };
type LockFile = { packages: Record<string, LockedPackage> };

function packageFolders(modulesDir: string) {
  return readdirSync(modulesDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap((entry) =>
      entry.name.startsWith('@')
        ? readdirSync(join(modulesDir, entry.name)).map((name) => join(modulesDir, entry.name, name))
        : [join(modulesDir, entry.name)],
    );
}

export function packagesMatch(root: string) {
  const recordPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(recordPath)) return false;
  const recordedAtMs = statSync(recordPath).mtimeMs;
  const touchedLater = packageFolders(join(root, 'node_modules')).some(
    (folder) => statSync(folder).mtimeMs > recordedAtMs,
  );
  if (touchedLater) return false;

  const wanted = readLock(join(root, 'package-lock.json'));
  const installed = readLock(recordPath);
  const hasAllWanted = Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    // Optional packages of other platforms are in the lock file but not on this disk.
    if (found === undefined) return path === '' || optional === true;
    return found.version === version && found.integrity === integrity;
  });
  // Optional packages of this platform may be installed although the lock file lacks them.
  return (
    hasAllWanted && Object.entries(installed).every(([path, { optional }]) => path in wanted || optional)
  );
}

function readLock(path: string) {
  return (JSON.parse(readFileSync(path, 'utf8')) as LockFile).packages;
}

if (import.meta.main) process.exit(packagesMatch(process.cwd()) ? 0 : 1);
