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
      siteFileTexts: (installation: Installation) => Readonly<Record<string, string>>;
    };
  };
};

/**
 * Renders pages at their first request and caches them. They show plans, vendors and operator of the installation,
 * none of which changes while the server runs.
 */
export async function openPageRenderer(serverBundle: string, installation: Installation) {
  const build: WebBuild = await import(pathToFileURL(serverBundle).href);
  const { openRenderer, renderedPaths, siteFileTexts } = build.entry.module;
  const render = openRenderer(build);
  const pages = new Map<string, Promise<CachedHtml>>();

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
    page(path: string): Promise<CachedHtml> {
      let page = pages.get(path);
      if (page === undefined) {
        page = render(path, installation).then(cacheHtml);
        pages.set(path, page);
        // After a failure the next request renders again.
        page.catch(() => pages.delete(path));
      }
      return page;
    },
  };
}
