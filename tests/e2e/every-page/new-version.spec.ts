/** Pages that stay open while servers of another build answer. tests/upgrade/ runs two real builds. */
import type { Page } from '@playwright/test';
import { expect, expectWellDrawn, test } from '../fixtures/fixtures.ts';

/** Gives the page the name of an older build, so that all answers come from another one. */
const asOlderBuild = `Object.defineProperty(window, '__reactRouterManifest', {
  set(manifest) { this.manifestOfPage = { ...manifest, version: 'older' }; },
  get() { return this.manifestOfPage; },
})`;
const toast = (page: Page) => page.getByText('Há uma versão nova do Escriba.', { exact: true });
const row = (page: Page) => page.getByRole('button', { name: 'Há versão nova: recarregar' });

test('a minute after an upgrade the page offers to reload, and typed text survives the reload', {
  tag: ['@always', '@phone-too'],
}, async ({ signedIn: page }) => {
  await page.addInitScript(asOlderBuild);
  await page.clock.install();
  await page.goto('/dashboard/novo-arquivo');
  await page.getByLabel('Título (opcional)', { exact: true }).fill('Entrevista com a Rita');
  await page.clock.runFor(50_000);
  await expect(toast(page)).toHaveCount(0);
  await page.clock.runFor(15_000);
  await expect(toast(page)).toBeVisible();
  await expectWellDrawn(page);
  // The toast goes, and the sidebar still offers the reload.
  await page.clock.runFor(20_000);
  await expect(toast(page)).toHaveCount(0);
  const menu = page.getByRole('button', { name: 'Abrir menu' });
  if (await menu.isVisible()) await menu.click();
  await expect(row(page)).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await row(page).click();
  await reloaded;
  await expect(row(page)).toHaveCount(0);
  await expect(page.getByLabel('Título (opcional)', { exact: true })).toHaveValue('Entrevista com a Rita');
});

test('a page whose scripts are missing says so and offers to reload', async ({ page, expectedNoise }) => {
  expectedNoise.push(/404|ERR_FAILED|Failed to load resource/);
  await page.route('**/assets/entry.client-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/login', { waitUntil: 'load' });
  await page.mouse.click(5, 5);
  const alert = page.getByRole('alert').filter({ hasText: 'os botões não respondem' });
  await expect(alert).toBeVisible();
  await page.unroute('**/assets/entry.client-*.js');
  await alert.getByRole('link', { name: 'Recarregar a página' }).click();
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeEnabled();
  await expect(alert).toHaveCount(0);
});

test('a missing script of a screen reloads the page, and typed text survives', async ({
  signedIn: page,
  expectedNoise,
}) => {
  expectedNoise.push(/404|Error loading route module|dynamically imported module/);
  await page.route('**/assets/account-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/dashboard/novo-arquivo');
  const title = page.getByLabel('Título (opcional)', { exact: true });
  await title.fill('Entrevista com a Rita');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Conta', exact: true }).click();
  await reloaded;
  await expect(title).toHaveValue('Entrevista com a Rita');
  await page.unroute('**/assets/account-*.js');
  await page.reload();
  await page.getByRole('link', { name: 'Conta', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
});

test('the service worker is not installed with a file of another build', async ({ page, context }) => {
  const asked: string[] = [];
  await context.route('**/offline/offline.css', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/css', body: 'body { color: red }' });
  });
  await page.goto('/faq');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const registration =
    'navigator.serviceWorker.getRegistration().then((found) => found?.active?.state ?? "none")';
  await expect.poll(() => page.evaluate(registration)).toBe('none');
  await context.unroute('**/offline/offline.css');
  await page.goto('/contato');
  await expect.poll(() => page.evaluate(registration)).toBe('activated');
});
