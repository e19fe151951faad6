/** The files beside the pages that browsers ask for by name. */
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

/** What the offline page is made of; the service worker keeps these and nothing else. */
export const offlineFiles = [
  'offline/index.html',
  'offline/offline.css',
  'offline/offline.js',
  'offline/instrument-sans.woff2',
  'icon.svg',
] as const;

/** Drawn without the scripts and styles of the other pages, but by the same hand: name, letters and chosen theme. */
async function writeOfflinePage(clientDir: string, { productName }: Site) {
  // A copy of its own: kept under the name that all pages ask for, each of their visits would wake the worker.
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

/** Another offline page is another worker, so that browsers fetch it anew. */
async function workerOf(clientDir: string) {
  const hash = createHash('sha256');
  for (const file of offlineFiles) hash.update(await readFile(join(clientDir, file)));
  const source = await readFile(join(clientDir, 'sw.js'), 'utf8');
  if (source.split('OFFLINE_VERSION').length !== 2)
    throw new Error('public/sw.js must name OFFLINE_VERSION once');
  return source.replace('OFFLINE_VERSION', hash.digest('hex').slice(0, 12));
}

export async function writeSiteFiles(clientDir: string, { productName }: Site) {
  const write = (name: string, text: string) => writeFile(join(clientDir, name), text);
  await writeOfflinePage(clientDir, { productName });
  await write('sw.js', await workerOf(clientDir));
  await write('manifest.webmanifest', `${JSON.stringify(manifestOf(productName), null, 2)}\n`);
}
