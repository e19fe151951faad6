import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import type { PublicPages } from '#server/features/health/check-readiness.ts';
import { readInstallation } from '#server/features/installation/read-installation.ts';
import { cacheHtml } from './cached-page.ts';
import { keepInstallationCurrent } from './current-installation.ts';
import { dashboardPath, openPageRenderer, type PageRenderer } from './page-renderer.ts';
import { openSharedAssets } from './shared-assets.ts';
import { clientDir, serverBundle } from './web-build.ts';

const icon = '/icons/icon-192.png';
const offlinePath = '/offline';
const notFoundPath = '/404';
const assetsPath = '/assets/';

async function listPublicFiles() {
  const files = new Set<string>();
  for (const entry of await readdir(clientDir, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath.slice(clientDir.length)}/${entry.name}`;
    if (entry.isFile() && !/\.(html|br|gz)$/.test(path)) files.add(path);
  }
  return files;
}

function cacheOf(path: string) {
  if (path.startsWith(assetsPath)) return 'public, max-age=31536000, immutable';
  // A cache must never hold back the replacement of a faulty service worker.
  return path === '/sw.js' ? 'no-cache' : 'public, max-age=3600';
}

function pathOf(request: FastifyRequest) {
  const [path = '/'] = request.url.split('?', 1);
  // No regular expression: it would take quadratic time on thousands of slashes.
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * The first rendering of each page takes longer, because V8 has not compiled its code. So the server renders all pages
 * in the background after it has started. An earlier request renders its own page.
 */
function renderPagesAfterStart(app: FastifyInstance, { log }: Deps, { renderAll }: PageRenderer) {
  const closing = new AbortController();
  let rendering = Promise.resolve();
  app.addHook('onListen', async () => {
    const beganAt = performance.now();
    rendering = renderAll(closing.signal).then(
      () => log.info({ tookMs: Math.round(performance.now() - beganAt) }, 'public pages rendered'),
      // Already logged. The next request for the page renders it again.
      () => undefined,
    );
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await rendering;
  });
}

/** Returns what readiness checks, or undefined if the pages are not built. */
export async function registerWebPages(app: FastifyInstance, deps: Deps): Promise<PublicPages | undefined> {
  if (!existsSync(serverBundle)) {
    // In development Vite serves them.
    const level = deps.config.production ? 'warn' : 'info';
    deps.log[level]('the web pages are not built: only the API answers (script/build makes them)');
    return undefined;
  }
  const publicFiles = await listPublicFiles();
  const renderer = await openPageRenderer(serverBundle, {
    installation: await readInstallation(deps),
    log: deps.log,
  });
  const refreshInstallation = keepInstallationCurrent(deps, renderer.setInstallation);
  /** The static page that the service worker caches for offline browsers. */
  const offlinePage = cacheHtml(await readFile(`${clientDir}${offlinePath}/index.html`, 'utf8'));

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string) {
    if (path !== offlinePath) await refreshInstallation();
    const { send, policy } = path === offlinePath ? offlinePage : await renderer.page(path);
    // The browser revalidates each time and gets a 304 while the page is unchanged.
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
    return send(request, reply);
  }

  // A development server restarts with each change and serves few of its pages.
  if (deps.config.production) renderPagesAfterStart(app, deps, renderer);
  const sendShared = deps.config.production
    ? await openSharedAssets(app, deps, `${clientDir}${assetsPath}`)
    : undefined;

  await app.register(fastifyStatic, {
    root: clientDir,
    serve: true,
    wildcard: false,
    globIgnore: ['**'],
    preCompressed: true,
    cacheControl: false,
  });

  // Pages and files are compressed already. Compressed again, a body would go out under the ETag of another one.
  app.get('/*', { schema: { hide: true }, compress: false }, async (request, reply) => {
    const path = pathOf(request);
    if (path.startsWith('/api/')) throw new AppError('not_found');
    // Browsers and link previews request it unasked; any picture will do.
    if (path === '/favicon.ico' && publicFiles.has(icon))
      return reply.header('cache-control', cacheOf(path)).sendFile(icon);
    if (publicFiles.has(path)) return reply.header('cache-control', cacheOf(path)).sendFile(path);
    if (path.startsWith(assetsPath) && sendShared !== undefined) {
      const isSent = await sendShared(path.slice(assetsPath.length), request, reply, cacheOf(path));
      if (isSent) return reply;
    }
    const siteFile = renderer.siteFiles.get(path);
    if (siteFile !== undefined) return siteFile(request, reply.header('cache-control', cacheOf(path)));
    const isPage = renderer.renderedPaths.has(path) && path !== notFoundPath;
    if (isPage || path === offlinePath) return sendPage(request, reply, path);
    // For a missing file a browser gets the 404 page, any other client our error body.
    const byPerson = request.headers.accept?.includes('text/html') === true;
    if (/\.[a-z0-9]{2,5}$/i.test(path) && !byPerson) throw new AppError('not_found');
    const isDashboard = path === dashboardPath || path.startsWith(`${dashboardPath}/`);
    if (isDashboard) return sendPage(request, reply, dashboardPath);
    return sendPage(request, reply.code(404), notFoundPath);
  });
  /** For readiness, which also has to notice changed facts while no visitor requests a page. */
  const withCurrentFacts = (check: () => Promise<void>) => async () => {
    await refreshInstallation();
    await check();
  };
  return {
    requireFrame: withCurrentFacts(renderer.requireFrame),
    renderAll: withCurrentFacts(renderer.renderAll),
    requireCurrent: withCurrentFacts(renderer.requireCurrent),
  };
}
