import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  test,
} from '../fixtures/fixtures.ts';
import { signInByPassword } from '../fixtures/real-account.ts';
import { serveInstallation } from '../fixtures/serve-installation.ts';

const sandboxUrl = 'http://127.0.0.1:9/';
const withSandbox = { sandboxParts: ['mail' as const, 'google' as const, 'sms' as const], sandboxUrl };
const pagesWithNotice = ['/login', '/esqueci-senha', '/dashboard', '/dashboard/plano'];

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Ambiente de teste' });
/** Moves the pointer, because the sign-in pages show the notice only after the first move. */
const firstMove = (page: Page) => page.mouse.move(1, 1);

test('the dashboard and the sign-in name the simulated services, in both themes', {
  tag: '@phone-too',
}, async ({ page, product, account }) => {
  await serveInstallation(page, withSandbox);
  for (const path of pagesWithNotice) {
    if (path === '/dashboard') await signInByPassword(page, product, account);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await firstMove(page);
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

test('the public site has no notice', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(noticeOf(page)).toHaveCount(0);
});

test('a late notice causes no layout shift', { tag: '@every-size' }, async ({ page }) => {
  await serveInstallation(page, withSandbox);
  await page.goto('/esqueci-senha', { waitUntil: 'load' });
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  await page.evaluate('document.fonts.ready');
  const before = await title.boundingBox();
  await expect(noticeOf(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeEnabled();
  await firstMove(page);
  await expect(noticeOf(page)).toBeVisible();
  expect(await title.boundingBox()).toEqual(before);
});

test('Entendi hides the notice until the browser is closed, and leaves the focus on the page', async ({
  signedIn: page,
  context,
}) => {
  await serveInstallation(page, { sandboxParts: ['mail'], sandboxUrl: undefined });
  await page.goto('/dashboard');
  const notice = noticeOf(page);
  await expect(notice.getByRole('link')).toHaveCount(0);
  await notice.getByRole('button', { name: 'Entendi' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('/esqueci-senha');
  await firstMove(page);
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeEnabled();
  await expect(notice).toHaveCount(0);

  const fresh = await context.newPage();
  await serveInstallation(fresh, { sandboxParts: ['mail'] });
  await fresh.goto('/esqueci-senha');
  await expect(fresh.getByRole('button', { name: 'Enviar' })).toBeEnabled();
  await expect(noticeOf(fresh)).toHaveCount(0);
  await fresh.getByLabel('E-mail').focus();
  await expect(noticeOf(fresh)).toBeVisible();
});

test('a fully configured installation has no notice', async ({ signedIn: page }) => {
  await serveInstallation(page, { sandboxParts: [] });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(noticeOf(page)).toHaveCount(0);
});
