/** Writes the offline page, the service worker and the web app manifest. */
import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '#web/app/paths.ts';
import { headScript } from '#web/shell/head-script.ts';
import { paperColors } from '#web/shell/theme/theme.ts';

type Site = { productName: string };

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function manifestOf(productName: string) {
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/icons/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: 'Transcreva, corrija e resuma áudio e vídeo em português.',
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    background_color: paperColors.light,
    theme_color: paperColors.light,
    icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
    shortcuts: [
      { name: 'Nova transcrição', url: paths.newFile },
      { name: 'Minhas transcrições', url: paths.transcriptions },
    ],
  };
}

/** The offline page needs these files. The service worker caches no others. */
export const offlineFiles = [
  'offline/index.html',
  'offline/offline.css',
  'offline/offline.js',
  'offline/instrument-sans.woff2',
  'icon.svg',
] as const;

/** Writes the offline page, which has the name, font and theme of other pages, but not their scripts and styles. */
async function writeOfflinePage(clientDir: string, { productName }: Site) {
  // Copy the font: with the shared font in the cache, each page load would start the service worker.
  await copyFile(
    'src/web/styles/fonts/instrument-sans.woff2',
    join(clientDir, 'offline/instrument-sans.woff2'),
  );
  const page = join(clientDir, 'offline/index.html');
  const written = (await readFile(page, 'utf8'))
    .replaceAll('PRODUCT_NAME', () => escapeXml(productName))
    .replace('HEAD_SCRIPT', () => headScript());
  await writeFile(page, written);
}

/** The address of a file; the server answers `/offline` with the page itself. */
const addressOf = (file: (typeof offlineFiles)[number]) =>
  file === 'offline/index.html' ? '/offline' : `/${file}`;

/** Puts the hashes of the offline page and its files into the service worker, so that browsers fetch changed ones. */
async function workerOf(clientDir: string) {
  const all = createHash('sha256');
  const integrity: Record<string, string> = {};
  for (const file of offlineFiles) {
    const content = await readFile(join(clientDir, file));
    all.update(content);
    integrity[addressOf(file)] = `sha256-${createHash('sha256').update(content).digest('base64')}`;
  }
  let source = await readFile(join(clientDir, 'sw.js'), 'utf8');
  for (const [name, value] of [
    ['OFFLINE_VERSION', all.digest('hex').slice(0, 12)],
    ['OFFLINE_INTEGRITY', JSON.stringify(integrity)],
  ] as const) {
    if (source.split(name).length !== 2) throw new Error(`public/sw.js must contain ${name} exactly once`);
    source = source.replace(name, () => value);
  }
  return source;
}

export async function writeSiteFiles(clientDir: string, { productName }: Site) {
  const write = (name: string, text: string) => writeFile(join(clientDir, name), text);
  await writeOfflinePage(clientDir, { productName });
  await write('sw.js', await workerOf(clientDir));
  await write('manifest.webmanifest', `${JSON.stringify(manifestOf(productName), null, 2)}\n`);
}
