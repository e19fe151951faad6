import type { Plugin } from 'vite';

/**
 * React Router answers a piece of a page that did not arrive by reloading. That is right after a new version, whose
 * pieces have other names; without a connection it throws the whole product away, and what was typed with it, for the
 * browser's own error page. It does so even for a page that was only fetched ahead, when a link is pointed at.
 *
 * Now it reloads only for a page that was asked for and only where the server answers, and else hands the fault to
 * the nearest error screen. What cannot be fetched ahead is simply not there yet.
 */
const changes = [
  {
    file: /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/,
    from: 'window.location.reload();',
    to: [
      "if (!(await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(",
      '({ status }) => status < 500, () => false))) throw error;',
      'window.location.reload();',
    ].join(''),
  },
  {
    file: /react-router\/dist\/\w+\/lib\/dom\/ssr\/links\.js$/,
    from: 'await loadRouteModule(route, routeModules);',
    to: [
      'routeModules[route.id] ?? await import(/* @vite-ignore */ route.module).then(',
      '(module) => (routeModules[route.id] = module), () => ({}));',
    ].join(''),
  },
] as const;

export function patchReactRouterChunkErrors(): Plugin {
  const met = new Set<string>();
  return {
    name: 'patch-react-router-chunk-errors',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? id;
      const change = changes.find(({ file }) => file.test(path));
      if (change === undefined) return undefined;
      if (code.split(change.from).length !== 2) {
        throw new Error(
          `patch-react-router-chunk-errors: React Router no longer says "${change.from}" in ${path}. See what it does when a piece of a page cannot be fetched, and adapt src/web/build/patch-react-router-chunk-errors.ts.`,
        );
      }
      met.add(change.from);
      return { code: code.replace(change.from, change.to), map: null };
    },
    buildEnd(error) {
      if (error !== undefined || this.environment.name !== 'client' || met.size === changes.length) return;
      throw new Error(
        'patch-react-router-chunk-errors: a file of React Router that fetches the pieces of a page was not met: it moved. Adapt src/web/build/patch-react-router-chunk-errors.ts.',
      );
    },
  };
}
