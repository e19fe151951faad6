import { expect, test } from '../fixtures/fixtures.ts';

test.use({
  expectedNoise: async ({ browserName: _ }, use) => use([/ERR_INTERNET_DISCONNECTED/]),
});

const ready = 'navigator.serviceWorker.ready.then(({ active }) => active.state)';
const cachedPaths = `caches.keys().then((names) => Promise.all(names.map(async (name) =>
  (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).then((lists) => lists.flat().sort())`;

test('a visitor without a connection sees the offline page, and the browser caches nothing else', {
  tag: '@always',
}, async ({ page, context }) => {
  await page.goto('/faq');
  await page.evaluate(ready);
  await page.goto('/contato');
  await page.evaluate("fetch('/api/plans')");
  await page.evaluate("localStorage.setItem('escriba.theme', 'dark')");
  expect(await page.evaluate(cachedPaths)).toEqual([
    '/icon.svg',
    '/offline',
    '/offline/instrument-sans.woff2',
    '/offline/offline.css',
    '/offline/offline.js',
  ]);

  await context.setOffline(true);
  await page.goto('/plans?plano=pro');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem conexão');
  await expect(page).toHaveTitle('Sem conexão · Escriba');
  await expect(page.getByRole('link', { name: 'Escriba, página inicial' })).toHaveAttribute('href', '/');
  // The offline page must have the chosen theme, although the system prefers the light one, and the font.
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  expect(
    await page.evaluate(`document.fonts.load('16px "Instrument Sans"').then(([font]) => font?.status)`),
  ).toBe('loaded');

  await expect(page.getByRole('link', { name: 'Recarregar a página' })).toHaveAttribute('href', '');

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Planos');
  await expect(page).toHaveURL('/plans?plano=pro');
});

test('the offline page opens the requested page as soon as the server answers again', async ({
  page,
  context,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_CONNECTION_REFUSED/, /503/);
  await page.goto('/faq');
  await page.evaluate(ready);
  // The device stays online and only the server fails, so the browser fires no `online` event.
  let server: 'unreachable' | 'starting' | 'running' = 'unreachable';
  await context.route('**/plans?plano=pro', (route) => {
    if (server === 'unreachable') return route.abort('connectionrefused');
    return server === 'starting' ? route.fulfill({ status: 503, body: '' }) : route.fallback();
  });
  const refused = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await page.goto('/plans?plano=pro');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem conexão');
  await refused;

  // A proxy answers while the server starts.
  server = 'starting';
  await page.waitForResponse((answer) => answer.request().method() === 'HEAD' && answer.status() === 503);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem conexão');

  server = 'running';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Planos', { timeout: 30_000 });
  await expect(page).toHaveURL('/plans?plano=pro');
});

test('the offline page at its own address does not reload', async ({ page }) => {
  await page.clock.install();
  await page.goto('/offline');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.clock.runFor(60_000);
  expect(requests).toEqual([]);
});

test('a new service worker deletes the previous one’s cache', async ({ page }) => {
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
