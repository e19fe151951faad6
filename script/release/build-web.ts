/**
 * The last step of the web build, after `react-router build` has written the pages. It leaves:
 *
 *   build/web/client/              everything that is served, and nothing else
 *     index.html, plans/index.html, …   the prerendered pages
 *     __spa-fallback.html          the page for /dashboard/**
 *     404/index.html               the page for unknown addresses
 *     assets/*                     names with a hash of their content: may be cached for ever
 *     sitemap.xml, robots.txt, manifest.webmanifest, sw.js
 *     **.br, **.gz                 each text file compressed, beside the original, but those that wait for PUBLIC_URL
 *   build/web/csp.json             { "/index.html": ["sha256-…"], … }: the inline scripts of every page
 *
 * WEB_BUILD_DIR takes the place of build/web, as it does in react-router.config.ts.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { publicUrlMark } from '#domain/pages/public-url.ts';
import { paths, prerenderedPaths } from '#web/app/paths.ts';
import { startAfterFirstPaint } from '#web/build/after-first-paint.ts';
import { inlineScriptHashes } from './inline-scripts.ts';
import { writeSiteFiles } from './site-files.ts';

const buildDir = resolve(process.env.WEB_BUILD_DIR ?? 'build/web');
const clientDir = join(buildDir, 'client');

const compressedTypes = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);
/** Below this a compressed file is no smaller by the time it has its own headers. */
const smallestWorthBytes = 1_024;

async function listFiles() {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The server puts its address in and compresses them itself (http/pages/prerendered-pages.ts). */
function isUnfinished(file: string, content: Buffer) {
  return extname(file) !== '.js' && content.includes(publicUrlMark);
}

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < smallestWorthBytes || isUnfinished(file, content)) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

// The server half only wrote the pages; the bundler's own lists are of no use to a browser.
await rm(join(buildDir, 'server'), { recursive: true, force: true });
await rm(join(clientDir, '.vite'), { recursive: true, force: true });

await writeSiteFiles(clientDir, { productName: process.env.VITE_PRODUCT_NAME || 'Escriba' });

const files = await listFiles();
const pages = files.filter((file) => extname(file) === '.html').sort();
for (const path of [...prerenderedPaths, paths.notFound]) {
  const page = join(clientDir, path, 'index.html');
  await writeFile(page, startAfterFirstPaint(await readFile(page, 'utf8')));
}
const policy: Record<string, string[]> = {};
for (const page of pages) {
  const address = `/${relative(clientDir, page).split(sep).join('/')}`;
  policy[address] = inlineScriptHashes(await readFile(page, 'utf8'), (text) =>
    createHash('sha256').update(text).digest('base64'),
  );
}
await writeFile(join(buildDir, 'csp.json'), `${JSON.stringify(policy, null, 2)}\n`);
await Promise.all(files.filter((file) => compressedTypes.has(extname(file))).map(compress));
console.log(`web: ${pages.length} pages, their inline scripts hashed and their files compressed`);
