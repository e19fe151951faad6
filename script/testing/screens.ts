/** Takes the screenshots of docs/screens from a temporary product. */

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { gotoUntilHydrated } from '#tests/e2e/fixtures/goto-until-hydrated.ts';
import { startProductProcess } from '#tests/e2e/fixtures/product-process.ts';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { findChromium } from '#tests/helpers/find-chromium.ts';
import { paths } from '#web/app/paths.ts';

const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const widths = { 360: 740, 1440: 900 } as const;
const themes = ['light', 'dark'] as const;
const webpQuality = 82;

const publicPages = {
  home: paths.home,
  plans: paths.plans,
  faq: paths.faq,
  contato: paths.contact,
  privacy: paths.privacy,
  terms: paths.terms,
  maintenance: paths.maintenance,
  register: paths.register,
  login: paths.login,
  'esqueci-senha': paths.forgotPassword,
  'redefinir-senha': paths.resetPassword,
  'nao-encontrada': '/nao-encontrada',
};

/** The pages as a new user sees them. */
const firstPages = { 'dashboard-novo': paths.dashboard, 'novo-arquivo': paths.newFile };

const dashboardPages = {
  dashboard: paths.dashboard,
  transcricoes: paths.transcriptions,
  conta: paths.account,
  plano: paths.planComparison,
  billing: paths.billing,
  support: paths.support,
};

type Product = { url: string; mailboxUrl: string };

/** Chromium may paint one frame with misplaced fixed elements after a resize, so wait for a second frame. */
const drawnTwice = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Sections below the fold hydrate at the first pointer move. Wait until their buttons are enabled. */
async function waitUntilInteractive(page: Page) {
  await page.mouse.move(0, 300);
  await page.locator('[aria-haspopup="dialog"]:disabled').first().waitFor({ state: 'detached' });
}

/** Enlarges the viewport to the page's height. Some pages grow with the viewport, so repeat a few times. */
async function showWhole(page: Page, { width, height }: { width: number; height: number }) {
  let shown = height;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const pageHeight = await page.evaluate<number>('document.documentElement.scrollHeight');
    if (attempt > 0 && pageHeight <= shown) return;
    shown = Math.max(height, pageHeight);
    await page.setViewportSize({ width, height: shown });
    await page.evaluate(drawnTwice);
  }
}

async function takePicture(page: Page, name: string) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: webpQuality,
  });
  await session.detach();
  await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'));
}

async function takeAll(browser: Browser, product: Product, wanted: readonly string[]) {
  const isWanted = ([name]: [string, string]) => wanted.length === 0 || wanted.includes(name);
  const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  gotoUntilHydrated(page);
  const takeEach = async (pages: Record<string, string>, isPublic = false) => {
    for (const [name, path] of Object.entries(pages).filter(isWanted)) {
      for (const [width, height] of Object.entries(widths)) {
        for (const colorScheme of themes) {
          await page.setViewportSize({ width: Number(width), height });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.goto(`${product.url}${path}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.locator('.animate-breathe').first().waitFor({ state: 'detached' });
          await page.evaluate('document.fonts.ready');
          await waitUntilInteractive(page);
          // Wait for the sandbox notice, which makes the page longer. Signed-in pages are never idle (event streams).
          if (isPublic) await page.waitForLoadState('networkidle');
          await showWhole(page, { width: Number(width), height });
          await takePicture(page, `${name}-${colorScheme}-${width}`);
        }
      }
      console.log(name);
    }
  };
  await takeEach(publicPages, true);
  if (![...Object.entries(firstPages), ...signedInPages('')].some(isWanted)) return;
  const account = newAccount({ name: 'Ana Beatriz Cavalcanti', email: 'ana@exemplo.com' });
  await page.goto((await signUp(product, account)).link);
  await takeEach(firstPages);
  await page.goto(`${product.url}${paths.dashboard}`);
  await page.getByRole('button', { name: /exemplo/i }).click();
  await page.waitForURL(/transcricoes\/./);
  await takeEach(Object.fromEntries(signedInPages(new URL(page.url()).pathname)));
}

/** Returns the pages of a user with the example transcription. */
function signedInPages(example: string): [string, string][] {
  return [...Object.entries(dashboardPages), ['transcricao', example]];
}

await mkdir(folder, { recursive: true });
const product = await startProductProcess();
const browser = await chromium.launch({
  ...findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
try {
  await takeAll(browser, product, process.argv.slice(2));
} finally {
  await browser.close();
  await product.stop();
}
