import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Installation } from '#contract/installation.ts';
import { type CachedHtml, cacheHtml, cachePage } from './cached-page.ts';

/** The exports of the web build's server half; src/web/entry.server.tsx is its source. */
type WebBuild = {
  entry: {
    module: {
      /** Renders an address to the HTML of its page. The page of `/dashboard` is the empty frame of the dashboard. */
      openRenderer: (build: WebBuild) => (path: string, installation: Installation) => Promise<string>;
      renderedPaths: readonly string[];
      sampleInstallation: Installation;
      siteFileTexts: (installation: Installation) => Readonly<Record<string, string>>;
    };
  };
};

/** The browser renders the pages behind the sign-in; all of them share one empty frame. */
export const dashboardPath = '/dashboard';

const loadBuild = async (serverBundle: string): Promise<WebBuild> => import(pathToFileURL(serverBundle).href);

/** Renders pages and caches them. They show plans, vendors and operator of the installation. */
function createPageRenderer(build: WebBuild, first: Installation) {
  const { openRenderer, renderedPaths, siteFileTexts } = build.entry.module;
  const render = openRenderer(build);
  let installation = first;
  let pages = new Map<string, Promise<CachedHtml>>();

  function page(path: string): Promise<CachedHtml> {
    const current = pages;
    let found = current.get(path);
    if (found === undefined) {
      found = render(path, installation).then(cacheHtml);
      current.set(path, found);
      // After a failure the next request renders again.
      found.catch(() => current.delete(path));
    }
    return found;
  }

  return {
    renderedPaths: new Set(renderedPaths),
    siteFiles: new Map(
      Object.entries(siteFileTexts(installation)).map(([path, text]) => [
        path,
        cachePage(
          text,
          path.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8',
        ),
      ]),
    ),
    page,
    /** Renders all pages, one per turn of the event loop, so that requests do not wait for the whole list. */
    async renderAll(signal?: AbortSignal) {
      for (const path of [...renderedPaths, dashboardPath]) {
        if (signal?.aborted) return;
        await page(path);
        await nextTurn();
      }
    },
    /** Drops the cached pages if the facts of the installation have changed. */
    setInstallation(next: Installation) {
      if (JSON.stringify(next) === JSON.stringify(installation)) return;
      installation = next;
      pages = new Map();
    },
  };
}

export const openPageRenderer = async (serverBundle: string, installation: Installation) =>
  createPageRenderer(await loadBuild(serverBundle), installation);

/** Throws if a page cannot be rendered or contains markup that the content policy refuses. */
export async function checkPages(serverBundle: string) {
  const build = await loadBuild(serverBundle);
  await createPageRenderer(build, build.entry.module.sampleInstallation).renderAll();
}
