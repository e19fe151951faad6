import type { Plugin } from 'vite';

/**
 * React Router carries two things that this product never asks for and that no bundler can see to be unused, because
 * they hang from options: routes that are discovered on the way (ours are all known, `routeDiscovery` says so), and
 * instrumentation. Together they are two of the 130 kB that the landing may weigh.
 */
const changes = [
  {
    file: /react-router\/dist\/\w+\/lib\/dom\/ssr\/fog-of-war\.js$/,
    edits: [
      { from: 'if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', to: 'return;' },
      {
        from: 'if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;',
        to: 'return;',
      },
    ],
  },
  {
    file: /react-router\/dist\/\w+\/lib\/router\/router\.js$/,
    edits: [
      { from: '\tif (init.instrumentations) {', to: '\tif (false) {' },
      { from: '\tif (init.instrumentations) router = ', to: '\tif (false) router = ' },
    ],
  },
] as const;

export function unusedParts(): Plugin {
  const met = new Set<RegExp>();
  return {
    name: 'unused-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? id;
      const change = changes.find(({ file }) => file.test(path));
      if (change === undefined) return undefined;
      met.add(change.file);
      const changed = change.edits.reduce((text, { from, to }) => {
        if (text.split(from).length !== 2) {
          throw new Error(
            `unused-parts: React Router no longer says "${from.trim()}" once in ${path}. See whether the landing still weighs what it may, and adapt src/web/build/strip-react-router-features.ts.`,
          );
        }
        return text.replace(from, to);
      }, code);
      return { code: changed, map: null };
    },
    buildEnd(error) {
      if (error !== undefined || met.size === changes.length) return;
      throw new Error(
        'unused-parts: a file of React Router was not met: it moved. Adapt src/web/build/strip-react-router-features.ts.',
      );
    },
  };
}
