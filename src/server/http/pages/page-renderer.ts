import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Installation } from '#contract/installation.ts';
import { type CachedHtml, cacheHtml, cachePage } from './cached-page.ts';
import { refuseBlockedMarkup } from './inline-scripts.ts';
import { loadBuild, type WebBuild } from './web-build.ts';

/** The browser renders the pages behind the sign-in; all of them share one empty frame. */
export const dashboardPath = '/dashboard';

type RendererOptions = { installation: Installation; log: Pick<Logger, 'error'> };

/**
 * Renders pages and caches them. They show plans, vendors and operator of the installation. A page that cannot be
 * rendered keeps its last version, because one text in the plans table must not take the pages down.
 */
function createPageRenderer(build: WebBuild, { installation: first, log }: RendererOptions) {
  const { openRenderer, renderedPaths, siteFileTexts } = build.entry.module;
  const render = openRenderer(build);
  let installation = first;
  let pages = new Map<string, Promise<CachedHtml>>();
  /** The paths whose last rendering failed, and the last page of each path that could be rendered. */
  const failed = new Set<string>();
  const lastGood = new Map<string, CachedHtml>();
  const allPaths = [...renderedPaths, dashboardPath];

  async function renderPage(path: string, current: typeof pages): Promise<CachedHtml> {
    try {
      const made = cacheHtml(await render(path, installation));
      failed.delete(path);
      lastGood.set(path, made);
      return made;
    } catch (error) {
      log.error({ err: error, path }, 'a public page could not be rendered');
      failed.add(path);
      const last = lastGood.get(path);
      // Without a last page the next request renders again; otherwise setInstallation does, a minute later.
      if (last === undefined) current.delete(path);
      if (last === undefined) throw error;
      return last;
    }
  }

  function page(path: string): Promise<CachedHtml> {
    const found = pages.get(path) ?? renderPage(path, pages);
    pages.set(path, found);
    return found;
  }

  /** Renders every page, whether others fail or not, and returns the paths that have no version. */
  async function renderEach(signal?: AbortSignal): Promise<string[]> {
    const missing: string[] = [];
    for (const path of allPaths) {
      if (signal?.aborted) break;
      // One per turn of the event loop, so that requests do not wait for the whole list.
      await page(path).catch(() => missing.push(path));
      await nextTurn();
    }
    return missing;
  }

  async function renderAll(signal?: AbortSignal) {
    const missing = await renderEach(signal);
    if (missing.length > 0) throw new Error(`not rendered: ${missing.join(', ')}`);
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
    /** Throws if a page cannot be rendered and has no last version. */
    renderAll,
    /** Throws if the dashboard has no frame, or no public page has a version. */
    async requireFrame() {
      const missing = await renderEach();
      if (missing.includes(dashboardPath)) throw new Error('the frame of the dashboard is not rendered');
      if (missing.length === renderedPaths.length) throw new Error('no public page is rendered');
    },
    /** Throws if a page shows its last version, because it cannot be rendered with the current facts. */
    async requireCurrent() {
      await renderAll();
      if (failed.size > 0) throw new Error(`not rendered: ${[...failed].join(', ')}`);
    },
    /** Drops the cached pages if the facts of the installation have changed, and else only those that failed. */
    setInstallation(next: Installation) {
      if (JSON.stringify(next) !== JSON.stringify(installation)) pages = new Map();
      for (const path of failed) pages.delete(path);
      installation = next;
    },
  };
}

export type PageRenderer = ReturnType<typeof createPageRenderer>;

export const openPageRenderer = async (serverBundle: string, options: RendererOptions) =>
  createPageRenderer(await loadBuild(serverBundle), options);

/** Throws if a page cannot be rendered or contains markup that the content policy refuses. */
export async function checkPages(serverBundle: string) {
  const build = await loadBuild(serverBundle);
  const { openRenderer, renderedPaths, sampleInstallation } = build.entry.module;
  const render = openRenderer(build);
  for (const path of [...renderedPaths, dashboardPath])
    refuseBlockedMarkup(await render(path, sampleInstallation));
}
