import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  movePointerUntil,
  test,
} from './fixtures.ts';
import { signInByPassword } from './real-account.ts';

const settingAddress = '**/api/setting';
const sandboxUrl = 'http://127.0.0.1:9/';
const forUploads = {
  uploadMaxBytes: 10_000_000_000,
  speechLanguages: ['pt'],
  speechLabel: 'Motor',
  supportEmail: 'ajuda@exemplo.com',
  keepOriginalsDays: null,
  keepSoundDays: null,
};
const offers = { googleOffered: true, phoneOffered: true, paymentsOffered: true, ...forUploads };
const setting = { sandboxParts: ['mail', 'google', 'sms'], sandboxUrl, ...offers };
const pagesWithNotice = ['/login', '/esqueci-senha', '/dashboard', '/dashboard/plano'];

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Ambiente de teste' });
/** On the ways in the notice waits for the first move. */
const moveUntilNotice = (page: Page) => movePointerUntil(page, () => noticeOf(page).isVisible());

test('the dashboard and the sign-in name what stays on this machine, in both themes', {
  tag: '@phone-too',
}, async ({ page, product, account }) => {
  await page.route(settingAddress, (route) => route.fulfill({ json: setting }));
  for (const path of pagesWithNotice) {
    if (path === '/dashboard') await signInByPassword(page, product, account);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await moveUntilNotice(page);
    const notice = noticeOf(page);
    await expect(notice).toContainText(
      'Ambiente de teste: e-mails, entrada com Google e mensagens SMS não saem desta máquina.',
    );
    await expect(notice.getByRole('link')).toHaveAttribute('href', sandboxUrl);
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadableColours(page);
  }
});

test('the public site does not even ask', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(asked).not.toContain('/api/setting');
  await expect(noticeOf(page)).toHaveCount(0);
});

test('a notice that comes late moves nothing', { tag: ['@every-size', '@always'] }, async ({
  signedIn: page,
}) => {
  for (const path of ['/dashboard', '/esqueci-senha']) {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(settingAddress, async (route) => {
      await promise;
      await route.fulfill({ json: setting });
    });
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    await page.evaluate('document.fonts.ready');
    // What it says may still come, and make it wider.
    const place = async () => ({ ...(await title.boundingBox()), width: undefined });
    const before = await place();
    resolve();
    await moveUntilNotice(page);
    expect(await place()).toEqual(before);
    await page.unroute(settingAddress);
  }
});

test('Entendi takes it away until the browser is closed, and leaves the focus on the page', async ({
  signedIn: page,
  context,
}) => {
  await page.route(settingAddress, (route) => route.fulfill({ json: { sandboxParts: ['mail'], ...offers } }));
  await page.goto('/dashboard');
  const notice = noticeOf(page);
  await expect(notice.getByRole('link')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Entendi' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  let isAnswered = false;
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/setting')) isAnswered = true;
  });
  await page.goto('/esqueci-senha');
  await movePointerUntil(page, () => isAnswered);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);

  const fresh = await context.newPage();
  await fresh.route(settingAddress, (route) =>
    route.fulfill({ json: { sandboxParts: ['mail'], ...offers } }),
  );
  await fresh.goto('/esqueci-senha');
  await expect(fresh.getByRole('button', { name: 'Enviar' })).toBeEnabled();
  await expect(noticeOf(fresh)).toHaveCount(0);
  await fresh.getByLabel('E-mail').focus();
  await expect(noticeOf(fresh)).toBeVisible();
});

test('where everything is configured there is no notice', async ({ signedIn: page }) => {
  await page.route(settingAddress, (route) => route.fulfill({ json: { sandboxParts: [], ...offers } }));
  const answered = page.waitForResponse(settingAddress);
  await page.goto('/dashboard');
  await answered;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(noticeOf(page)).toHaveCount(0);
});
