/**
 * The last step of the web build, after `react-router build`. It leaves:
 *
 *   build/web/client/      everything that is served as it is, and nothing else
 *     assets/*             names with a hash of their content: may be cached for ever
 *     offline/index.html   the page that the service worker keeps
 *     manifest.webmanifest, sw.js, icons …
 *     **.br, **.gz         each text file compressed, beside the original
 *   build/web/server/      renders the pages of an installation when its server is asked for them
 *
 * WEB_BUILD_DIR takes the place of build/web, as it does in react-router.config.ts.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { prerenderedPaths } from '#web/app/paths.ts';
import { writeSiteFiles } from './site-files.ts';

const buildDir = resolve(process.env.WEB_BUILD_DIR ?? 'build/web');
const clientDir = join(buildDir, 'client');

const compressedTypes = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);
/** Below this a compressed file is no smaller by the time it has its own headers. */
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

// React Router rendered every page once, as a check. The server renders them again with the facts of its installation.
for (const path of prerenderedPaths) {
  const [, folder = ''] = path.split('/');
  await rm(join(clientDir, folder || 'index.html'), { recursive: true, force: true });
}
await rm(join(clientDir, '__spa-fallback.html'), { force: true });
// The bundler's own lists are of no use to a browser.
await rm(join(clientDir, '.vite'), { recursive: true, force: true });

await writeSiteFiles(clientDir, { productName: process.env.VITE_PRODUCT_NAME || 'Escriba' });

const files = await listFiles();
await Promise.all(files.filter((file) => compressedTypes.has(extname(file))).map(compress));
console.log(`web: ${files.length} files, the texts among them compressed`);
