/** Refuses imports against the arrows of arrows.ts, import paths and cycles, barrels, vague names and long files. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { onlyTests, openedFiles, rooms, type Siblings, siblings } from './arrows.ts';
import { countLines, findCycles, openResolver, readSource, type SourceFile } from './import-graph.ts';
import { refusedPath } from './import-paths.ts';
import {
  barrelSays,
  environmentReaders,
  forbiddenPackages,
  lineLimits,
  onlyPackages,
  ownRequire,
  vagueNames,
} from './package-rules.ts';

const sourceFolders = ['src', 'sandbox', 'tests', 'bench', 'script'];

function listFiles(root: string) {
  return sourceFolders.flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

function roomOf(path: string) {
  return Object.keys(rooms).find((name) => rooms[name]?.files.test(path));
}

const isTest = (path: string) => roomOf(path) === 'tests';

/** Returns the subfolder of `parent` that contains the file, or undefined for a file directly in `parent`. */
function folderBelow(path: string, parent: string) {
  const [folder, ...rest] = path.slice(parent.length).split('/');
  return rest.length === 0 ? undefined : folder;
}

function matchesPackage(specifier: string, pattern: string) {
  if (pattern.endsWith('*')) return specifier.startsWith(pattern.slice(0, -1));
  return specifier === pattern || specifier.startsWith(`${pattern}/`);
}

/** Returns the reason why file `from` may not import our file `to`, or undefined if it may. */
function refusedImport(from: string, to: string): string | undefined {
  const fromRoom = roomOf(from);
  const toRoom = roomOf(to);
  if (fromRoom === undefined || toRoom === undefined || fromRoom === 'tests') return undefined;
  const room = rooms[fromRoom];
  if (room === undefined) return undefined;

  if (from.startsWith('src/') && onlyTests.rooms.includes(toRoom)) return onlyTests.says;
  const opened = room.mayImport.some((name) => openedFiles[name]?.test(to));
  if (fromRoom === 'web features' && /^src\/web\/(routes|shell)\//.test(to)) {
    return 'a web feature must not import routes or the shell. Let the route import the feature, and pass the data as properties.';
  }
  if (fromRoom !== toRoom && !opened && !room.mayImport.includes(toRoom)) return room.forbiddenMessage;
  for (const rule of siblings) {
    const says = refusedSibling(rule, from, to);
    if (says !== undefined) return says;
  }
  return undefined;
}

function refusedSibling(
  { parent, calls, forAll = [], isPartial = false, meeting }: Siblings,
  from: string,
  to: string,
) {
  if (!from.startsWith(parent) || !to.startsWith(parent)) return undefined;
  const [caller, called] = [folderBelow(from, parent), folderBelow(to, parent)];
  if (caller === called || caller === undefined || called === undefined) return undefined;
  if (isPartial && !(caller in calls && called in calls)) return undefined;
  if (forAll.includes(called) && !forAll.includes(caller)) return undefined;
  if (calls[caller]?.includes(called)) return undefined;
  const allowed = [...(calls[caller] ?? []), ...(forAll.includes(caller) ? [] : forAll)];
  return `the folders of ${parent.slice(0, -1)} import each other only downwards, and ${caller} may import ${allowed.join(', ') || 'none'}. ${meeting}, or move the shared rule into the lower of the two.`;
}

function refusedPackage(from: string, specifier: string) {
  const room = roomOf(from) ?? '';
  const listed = onlyPackages[room];
  if (listed && !listed.packages.some((name) => matchesPackage(specifier, name))) return listed.says;
  // Node accepts built-in modules with and without the prefix. The rules use the prefix.
  const fullName = isBuiltin(specifier) ? `node:${specifier.replace(/^node:/, '')}` : specifier;
  return forbiddenPackages.find(
    (rule) => rule.in.includes(room) && rule.packages.some((name) => matchesPackage(fullName, name)),
  )?.says;
}

function fileViolations(file: SourceFile, resolve: ReturnType<typeof openResolver>) {
  const faults: string[] = [];
  const { path } = file;
  for (const { specifier, line } of file.imports) {
    const target = resolve(path, specifier);
    const says =
      target === undefined
        ? refusedPackage(path, specifier)
        : (refusedImport(path, target) ?? refusedPath(path, specifier, target));
    if (says) faults.push(`${path}:${line} imports ${target ?? specifier}: ${says}`);
  }
  const mayReadEnvironment =
    !path.startsWith('src/') ||
    isTest(path) ||
    environmentReaders.files.some((pattern) => pattern.test(path));
  if (!mayReadEnvironment) {
    for (const line of file.environmentLines)
      faults.push(`${path}:${line} reads process.env: ${environmentReaders.says}`);
  }
  const mayMakeRequire =
    !path.startsWith('src/') || isTest(path) || ownRequire.files.some((pattern) => pattern.test(path));
  if (!mayMakeRequire) {
    for (const line of file.requireLines) faults.push(`${path}:${line} ${ownRequire.says}`);
  }
  if (/(^|\/)index\.tsx?$/.test(path) && file.onlyReExports) faults.push(`${path} ${barrelSays}`);
  return faults;
}

function nameViolations(paths: readonly string[]) {
  const allPaths = new Set(
    paths.flatMap((path) => path.split('/').map((_, end, all) => all.slice(0, end + 1).join('/'))),
  );
  return [...allPaths]
    .filter((path) => !vagueNames.allowed.includes(path))
    .filter((path) =>
      vagueNames.words.includes((path.split('/').at(-1) ?? '').replace(/\..*$/, '').toLowerCase()),
    )
    .map((path) => `${path} ${vagueNames.says}`);
}

function lengthViolation(path: string, lineCount: number) {
  const limit = isTest(path) ? lineLimits.test : lineLimits.source;
  if (lineCount <= limit) return [];
  return [
    `${path} has ${lineCount} lines, and ${limit} is the limit: it does more than one thing. Split it by subject.`,
  ];
}

type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The lists state actual dependencies. Permission for an import that no file needs would go unnoticed. */
function unusedPairs(graph: ImportGraph, rules: readonly Siblings[]) {
  return rules.flatMap(({ parent, calls }) => {
    const used = new Set(
      [...graph].flatMap(([from, targets]) =>
        from.startsWith(parent) && !isTest(from)
          ? targets
              .filter((to) => to.startsWith(parent))
              .map((to) => `${folderBelow(from, parent)} ${folderBelow(to, parent)}`)
          : [],
      ),
    );
    return Object.entries(calls).flatMap(([caller, allowed]) =>
      allowed
        .filter((called) => !used.has(`${caller} ${called}`))
        .map(
          (called) =>
            `siblings in script/checks/arrows.ts lets ${parent}${caller} import ${called}, but no file does. Delete the pair.`,
        ),
    );
  });
}

/** Returns all violations in the tree below `root`, one sentence each. Files must use every pair of `listed`. */
export function findViolations(root: string, listed: readonly Siblings[] = siblings): string[] {
  const paths = listFiles(root).sort();
  const resolve = openResolver(root);
  const files = paths.filter((path) => /\.tsx?$/.test(path)).map((path) => readSource(root, path));
  const graph: ImportGraph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.map(({ specifier }) => resolve(path, specifier)).filter((target) => target !== undefined),
    ]),
  );
  return [
    ...unusedPairs(graph, listed),
    ...files.flatMap((file) => fileViolations(file, resolve)),
    ...findCycles(graph).map(
      (cycle) =>
        `${cycle.join(' -> ')} is a cycle: none of these files can be loaded alone. Move the shared code into a file that imports none of them.`,
    ),
    ...nameViolations(paths),
    ...files.flatMap(({ path, lineCount }) => lengthViolation(path, lineCount)),
    ...paths
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) => lengthViolation(path, countLines(readFileSync(join(root, path), 'utf8')))),
  ];
}

if (import.meta.main) {
  const faults = findViolations(process.cwd());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
