import type { Plugin } from 'vite';

const reload = 'window.location.reload();';

/**
 * React Router answers a piece of a page that did not arrive by reloading. That is right after a new version, whose
 * pieces have other names; without a connection it throws the whole product away for the browser's own error page.
 * Now it reloads only where the server answers, and else hands the fault to the nearest error screen.
 */
const reloadWhereAnswered = [
  "if (!(await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(",
  '({ status }) => status < 500, () => false))) throw error;',
  reload,
].join('');

const routeModules = /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/;

export function lostPieces(): Plugin {
  let found = false;
  return {
    name: 'lost-pieces',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? id;
      if (!routeModules.test(path)) return undefined;
      if (code.split(reload).length !== 2 || !code.includes('catch (error)')) {
        throw new Error(
          'lost-pieces: React Router no longer reloads where it did. See what it does when a piece of a page cannot be fetched, and adapt src/web/build/lost-pieces.ts.',
        );
      }
      found = true;
      return { code: code.replace(reload, reloadWhereAnswered), map: null };
    },
    buildEnd(error) {
      if (error !== undefined || this.environment.name !== 'client' || found) return;
      throw new Error(
        'lost-pieces: the file of React Router that fetches the pieces of a page was not met: it moved. Adapt src/web/build/lost-pieces.ts.',
      );
    },
  };
}
