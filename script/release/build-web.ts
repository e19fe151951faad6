/**
 * The last step of the web build, after `react-router build`. The result:
 *
 *   build/web/client/      the static files
 *     assets/*             hashed names, may be cached for ever
 *     offline/index.html   the offline page for the service worker
 *     manifest.webmanifest, sw.js, icons …
 *     **.br, **.gz         compressed text files beside the originals
 *   build/web/server/      the code with which the server renders pages
 *
 * WEB_BUILD_DIR replaces build/web, as in react-router.config.ts.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { refuseBlockedMarkup } from '#server/http/pages/inline-scripts.ts';
import { checkPages } from '#server/http/pages/page-renderer.ts';
import { renderedPaths } from '#web/app/paths.ts';
import { writeSiteFiles } from './site-files.ts';

const buildDir = resolve(process.env.WEB_BUILD_DIR ?? 'build/web');
const clientDir = join(buildDir, 'client');

const compressedTypes = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);
/** Compression of smaller files saves nothing, because of the extra headers. */
const minCompressBytes = 1_024;

async function listFiles() {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < minCompressBytes) return;
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

// Without these checks a broken page would fail only at a visitor's request.
await checkPages(join(buildDir, 'server/index.js'));

// Delete the pages that React Router rendered while it built. The server renders them with the facts of its
// installation.
for (const path of renderedPaths) {
  const [, folder = ''] = path.split('/');
  await rm(join(clientDir, folder || 'index.html'), { recursive: true, force: true });
}
await rm(join(clientDir, '__spa-fallback.html'), { force: true });
// Delete Vite's manifest, which browsers do not need.
await rm(join(clientDir, '.vite'), { recursive: true, force: true });

await writeSiteFiles(clientDir, { productName: process.env.VITE_PRODUCT_NAME || 'Escriba' });
refuseBlockedMarkup(await readFile(join(clientDir, 'offline/index.html'), 'utf8'));

const files = await listFiles();
await Promise.all(files.filter((file) => compressedTypes.has(extname(file))).map(compress));
console.log(`web: ${files.length} files, text files compressed`);
