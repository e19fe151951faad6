import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { listPlans } from '../../features/billing/checkout/list-plans.ts';
import { contentSecurityPolicy } from '../security/security-headers.ts';
import { installationText, pricesOf } from './installation-text.ts';
import { planOffers } from './plan-offers.ts';
import { openPrerenderedPages } from './prerendered-pages.ts';

const webLink = fileURLToPath(new URL('../../../../build/web', import.meta.url));
/** The build that the link named at our start: a newer one put in its place has other pages and other hashes. */
const buildDir = existsSync(webLink) ? realpathSync(webLink) : webLink;
const clientDir = `${buildDir}/client`;
const icon = '/icons/icon-192.png';
const singlePage = '/__spa-fallback.html';
const notFoundPage = '/404/index.html';
const forSearches = ['/sitemap.xml', '/robots.txt'];

/** Written by the build: every HTML page with the hashes of its inline scripts. */
const InlineScriptsSchema = z.record(z.string(), z.array(z.string()));

async function readBuild() {
  const inlineScripts = InlineScriptsSchema.parse(JSON.parse(await readFile(`${buildDir}/csp.json`, 'utf8')));
  const publicFiles = new Set<string>();
  for (const entry of await readdir(clientDir, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath.slice(clientDir.length)}/${entry.name}`;
    if (entry.isFile() && !/\.(html|br|gz)$/.test(path)) publicFiles.add(path);
  }
  return { inlineScripts, publicFiles };
}

function cacheOf(path: string) {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // A worker that a cache holds back could not be replaced when it is at fault.
  return path === '/sw.js' ? 'no-cache' : 'public, max-age=3600';
}

function pathOf(request: FastifyRequest) {
  const [path = '/'] = request.url.split('?', 1);
  // Not by an expression: on thousands of slashes one takes quadratic time.
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

export async function registerWebPages(app: FastifyInstance, deps: Deps) {
  const { log, config, payments } = deps;
  if (!existsSync(`${buildDir}/csp.json`)) {
    log.warn('the web pages are not built: only the API answers (script/build makes them)');
    return;
  }
  const { inlineScripts, publicFiles } = await readBuild();
  const plans = await listPlans(deps);
  const written = await openPrerenderedPages({
    folder: clientDir,
    files: [...Object.keys(inlineScripts), ...forSearches.filter((file) => publicFiles.has(file))],
    written: { ...installationText(deps), prices: pricesOf(plans) },
    offers: planOffers(plans, {
      publicUrl: config.http.publicUrl,
      paymentsOffered: payments !== undefined,
    }),
  });

  const send = (request: FastifyRequest, reply: FastifyReply, file: string) =>
    written.get(file)?.(request, reply) ?? reply.sendFile(file);

  function sendPage(request: FastifyRequest, reply: FastifyReply, page: string) {
    reply
      .header('content-security-policy', contentSecurityPolicy(inlineScripts[page] ?? []))
      // Asked for again each time, answered with 304 while the page is the same.
      .header('cache-control', 'no-cache');
    return send(request, reply, page);
  }

  await app.register(fastifyStatic, {
    root: clientDir,
    serve: true,
    wildcard: false,
    globIgnore: ['**'],
    preCompressed: true,
    cacheControl: false,
  });

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request);
    if (path.startsWith('/api/')) throw new AppError('not_found');
    // Asked for unseen by browsers and by programs that show links; any picture will do for them.
    if (path === '/favicon.ico' && publicFiles.has(icon))
      return reply.header('cache-control', cacheOf(path)).sendFile(icon);
    if (publicFiles.has(path)) {
      return send(request, reply.header('cache-control', cacheOf(path)), path);
    }
    const page = path === '/' ? '/index.html' : `${path}/index.html`;
    if (inlineScripts[page] !== undefined && page !== notFoundPage) return sendPage(request, reply, page);
    // A file that is missing is told to programs in their words, to a person on the page.
    const byPerson = request.headers.accept?.includes('text/html') === true;
    if (/\.[a-z0-9]{2,5}$/i.test(path) && !byPerson) throw new AppError('not_found');
    // Pages behind the sign-in are drawn in the browser; any other address is the written 404 page, said as a 404.
    const known = path === '/dashboard' || path.startsWith('/dashboard/');
    if (known) return sendPage(request, reply, singlePage);
    return sendPage(request, reply.code(404), notFoundPage);
  });
}
