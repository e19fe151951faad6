import { expect, test } from './fixtures.ts';

test.use({
  serviceWorkers: 'allow',
  expectedNoise: async ({ browserName: _ }, use) => use([/ERR_INTERNET_DISCONNECTED/]),
});

const ready = 'navigator.serviceWorker.ready.then(({ active }) => active.state)';
const keptAddresses = `caches.keys().then((names) => Promise.all(names.map(async (name) =>
  (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).then((lists) => lists.flat().sort())`;

test('without a connection a page of ours says so, and nothing else was ever kept', {
  tag: '@always',
}, async ({ page, context }) => {
  await page.goto('/faq');
  await page.evaluate(ready);
  await page.goto('/contato');
  await page.evaluate("fetch('/api/plans')");
  await page.evaluate("localStorage.setItem('escriba.theme', 'dark')");
  expect(await page.evaluate(keptAddresses)).toEqual([
    '/icon.svg',
    '/offline',
    '/offline/instrument-sans.woff2',
    '/offline/offline.css',
  ]);

  await context.setOffline(true);
  await page.goto('/plans?plano=pro');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem conexão');
  await expect(page).toHaveTitle('Sem conexão · Escriba');
  await expect(page.getByRole('link', { name: 'Escriba, página inicial' })).toHaveAttribute('href', '/');
  // The chosen theme and the letters of the other pages, though the system asks for the light one.
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  expect(
    await page.evaluate(`document.fonts.load('16px "Instrument Sans"').then(([font]) => font?.status)`),
  ).toBe('loaded');

  await context.setOffline(false);
  await page.getByRole('link', { name: 'Recarregar a página' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Planos');
  await expect(page).toHaveURL('/plans?plano=pro');
});

test('what the worker of before kept goes when the next one begins', async ({ page }) => {
  await page.goto('/faq');
  await page.evaluate(
    "caches.open('escriba-offline-before').then((cache) => cache.put('/offline', new Response('old')))",
  );
  await page.evaluate(ready);
  await page.evaluate(
    'navigator.serviceWorker.getRegistration().then((registration) => registration.unregister())',
  );
  await page.goto('/privacy');
  await page.evaluate(ready);
  await expect
    .poll(() => page.evaluate('caches.keys()'))
    .toEqual([expect.stringMatching(/^escriba-offline-[0-9a-f]{12}$/)]);
});
