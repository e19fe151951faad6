/**
 * Draws the share image of each public page (og:image) and the icons of the installed app. Run this script by
 * hand after a change of the texts or the logo, and commit the files, so that a build needs no browser.
 *
 *   node script/release/share-pictures.ts
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '#tests/helpers/find-chromium.ts';
import { publicPaths } from '#web/app/paths.ts';
import { shareImagePath, shareImageTexts } from '#web/app/share-image.ts';
import { barsPath, speechBars } from '#web/pictures/speech-bars.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const letters = (await readFile(at('src/web/styles/fonts/instrument-sans.woff2'))).toString('base64');
const mark = await readFile(at('public/icon.svg'), 'utf8');

const pitch = 12;
const barsInWave = 100;

function shareHtml(words: string, seed: number) {
  const loudness = (position: number) => 0.08 + position * position * 0.92;
  const wave = barsPath({ bars: speechBars({ seed, count: barsInWave, loudness }), height: 150, pitch });
  return `<style>
@font-face { font-family: sans; src: url(data:font/woff2;base64,${letters}); font-weight: 400 700 }
body { margin: 0; width: 1200px; height: 630px; background: #fcfaf6; color: #151b24; font: 400 32px sans; overflow: hidden; position: relative }
.name { position: absolute; left: 80px; top: 72px; display: flex; gap: 20px; align-items: center; font-size: 40px; font-weight: 600 }
.name svg { width: 64px; height: 64px }
h1 { position: absolute; left: 80px; top: 196px; width: 1000px; margin: 0; font-size: 88px; line-height: 1.05; letter-spacing: -0.034em; font-weight: 600; text-wrap: balance }
.wave { position: absolute; left: 0; bottom: 30px; stroke: #107a69; stroke-width: 5; stroke-linecap: round; fill: none }
</style><div class="name">${mark}<span>Escriba</span></div><h1>${words}</h1>
<svg class="wave" width="1200" height="150" viewBox="0 0 ${barsInWave * pitch} 150"><path d="${wave}"/></svg>`;
}

/** Systems crop a maskable icon, so its background fills the square and its logo stays in the middle. */
function iconHtml(size: number, kind: 'icon' | 'full') {
  const scale = kind === 'icon' ? 1 : 0.72;
  const ground = kind === 'icon' ? 'transparent' : '#107a69';
  return `<style>body { margin: 0; background: ${ground}; width: ${size}px; height: ${size}px; display: grid; place-items: center }
svg { width: ${size * scale}px; height: ${size * scale}px }</style>${mark}`;
}

type Drawing = { file: string; html: string; width: number; height: number };

async function draw(browser: Browser, { file, html, width, height }: Drawing) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate('document.fonts.ready');
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  await mkdir(dirname(at(`public${file}`)), { recursive: true });
  await writeFile(at(`public${file}`), picture);
  return createHash('sha256').update(picture).digest('hex');
}

const browser = await chromium.launch({
  ...findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--force-color-profile=srgb'],
});
try {
  const drawn: Record<string, { words: string; sha256: string }> = {};
  for (const [index, path] of publicPaths.entries()) {
    const words = shareImageTexts[path];
    const file = shareImagePath(path);
    const html = shareHtml(words, 23 + index * 11);
    drawn[file] = { words, sha256: await draw(browser, { file, html, width: 1_200, height: 630 }) };
  }
  await writeFile(at('script/release/share-pictures.json'), `${JSON.stringify(drawn, null, 2)}\n`);
  for (const [name, size, kind] of [
    ['icon-192', 192, 'icon'],
    ['icon-512', 512, 'icon'],
    ['maskable-512', 512, 'full'],
    ['apple-180', 180, 'full'],
  ] as const) {
    const html = iconHtml(size, kind);
    await draw(browser, { file: `/icons/${name}.png`, html, width: size, height: size });
  }
} finally {
  await browser.close();
}
