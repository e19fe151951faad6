/**
 * Relative inside a feature, alias beyond it. So a feature can move without changing its own imports, and an import
 * shows whether it leaves the feature. Each path has one form, so that one search finds all importers of a file.
 */

/** The folders whose files import each other relatively. A file belongs to the first pattern that matches. */
const homes = [
  /^src\/server\/(features|adapters)\/[^/]+\//,
  /^src\/web\/features\/[^/]+\//,
  /^src\/(server|web)\/[^/]+\//,
  /^src\/[^/]+\//,
  /^tests\/[^/]+\//,
  /^[^/]+\//,
];

/** package.json has an alias for each of these folders. */
const aliased = /^(src\/(contract|domain|web|server)|sandbox|tests)\//;

function homeOf(path: string) {
  for (const pattern of homes) {
    const home = pattern.exec(path)?.[0];
    if (home !== undefined) return home;
  }
  return '';
}

/** Returns what is wrong with `specifier`, by which file `from` imports our file `to`, or undefined if it is right. */
export function refusedPath(from: string, specifier: string, to: string) {
  const home = homeOf(from);
  const isInside = to.startsWith(home);
  if (specifier.startsWith('#') && home !== '' && isInside) {
    return `imports inside ${home.slice(0, -1)} are relative.`;
  }
  if (!specifier.startsWith('.') || isInside || !aliased.test(to)) return undefined;
  // Entry files such as src/server/main.ts import downwards.
  if (!specifier.includes('..')) return undefined;
  return `imports beyond ${home.slice(0, -1)} use the alias. Write #${to.replace(/^src\//, '')}.`;
}
