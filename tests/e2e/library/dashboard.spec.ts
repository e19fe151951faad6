import type { Page } from '@playwright/test';
import { newAccount } from '#tests/helpers/factories.ts';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import { expect, expectNoAxeViolations, greetingOf, mailboxOf, test } from '../fixtures/fixtures.ts';
import { openLinkIn } from '../fixtures/real-account.ts';
import { untilNothingLoads } from '../fixtures/until-nothing-loads.ts';

const signOutAddress = '**/api/auth/sign-out';
const isWide = (width: number | undefined) => (width ?? 0) >= 1024;

/** Opens the sidebar, which is behind the menu button on small screens. */
async function openSidebar(page: Page, width: number | undefined) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (isWide(width)) return page.getByRole('complementary');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

test('the sidebar leads to every screen', { tag: ['@phone-too', '@always'] }, async ({
  signedIn: page,
  account,
  viewport,
}) => {
  await page.goto('/dashboard');
  const sidebar = await openSidebar(page, viewport?.width);
  for (const [name, address] of Object.entries({
    Início: '/dashboard',
    'Minhas transcrições': '/dashboard/transcricoes',
    'Nova Transcrição': '/dashboard/novo-arquivo',
    Conta: '/dashboard/conta',
    'Meu plano': '/dashboard/billing',
    'Ver planos': '/dashboard/plano',
  })) {
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
  await expect(sidebar.getByText('AN', { exact: true })).toBeVisible();
  await expect(sidebar.getByText(account.email)).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the sidebar marks the current page, including the plans page', async ({ signedIn: page }) => {
  await page.goto('/dashboard/plano');
  const current = page.getByRole('complementary').locator('[aria-current=page]');
  await expect(current).toHaveText('Ver planos');
  await page.goto('/dashboard/conta');
  await expect(current).toHaveText('Conta');
});

test('the menu opens on the side of its button', { tag: '@phone' }, async ({ signedIn: page, viewport }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  const menu = await openSidebar(page, viewport?.width);
  const rightEdge = async () => {
    const { x = 0, width = 0 } = (await menu.boundingBox()) ?? {};
    return x + width;
  };
  await expect.poll(rightEdge).toBe(viewport?.width);
});

test('a chosen link closes the menu', { tag: '@phone' }, async ({ signedIn: page, viewport }) => {
  await page.goto('/dashboard');
  const menu = await openSidebar(page, viewport?.width);
  await menu.getByRole('link', { name: 'Conta' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
});

test('the greeting uses the first name', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetingOf('Ana'));
});

test('the avatar of a user without a name shows US', async ({ page, product, viewport }) => {
  const { email } = newAccount();
  await page.request.post('/api/auth/sign-in/magic-link', {
    headers: { origin: product.url },
    data: { email, callbackURL: '/auth/callback' },
  });
  await openLinkIn(page, product, await waitForLink(mailboxOf(product), email, 'magic-link'));
  await page.goto('/dashboard');
  const sidebar = await openSidebar(page, viewport?.width);
  await expect(sidebar.getByText('US', { exact: true })).toBeVisible();
});

test('the button in the sidebar switches the theme', async ({ signedIn: page, viewport }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dashboard');
  const sidebar = await openSidebar(page, viewport?.width);
  await sidebar.getByRole('button', { name: 'Tema escuro' }).click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await expectNoAxeViolations(page);
});

test('Sair ends the session, clears the browser’s storage except the theme, and goes to the sign-in', {
  tag: '@always',
}, async ({ signedIn: page, viewport }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dashboard/conta');
  await page.evaluate("localStorage.setItem('x', '1'); sessionStorage.setItem('y', '1')");
  const sidebar = await openSidebar(page, viewport?.width);
  await sidebar.getByRole('button', { name: 'Tema escuro' }).click();
  await sidebar.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['escriba.theme']);
  expect(await page.evaluate("sessionStorage.getItem('y')")).toBeNull();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test.describe('when the server cannot be reached', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('Sair still signs out in the browser, and ends the session at the next load', async ({
    signedIn: page,
    viewport,
  }) => {
    const atServer = async () => (await page.request.get('/api/auth/get-session')).json();
    await page.context().route(signOutAddress, (route) => route.abort());
    await page.goto('/dashboard');
    const sidebar = await openSidebar(page, viewport?.width);
    await sidebar.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/login');
    expect(await atServer()).not.toBeNull();

    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await page.context().unroute(signOutAddress);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    expect(await atServer()).toBeNull();
  });
});

test.describe('when the network is lost', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_INTERNET_DISCONNECTED/]) });

  test('the screens of the sidebar still open', async ({ signedIn: page, context }) => {
    await page.goto('/dashboard');
    await untilNothingLoads(page);
    await context.setOffline(true);
    for (const [link, title] of [
      ['Minhas transcrições', 'Minhas Transcrições'],
      ['Conta', 'Conta'],
      ['Ver planos', 'Plano'],
    ] as const) {
      await page.getByRole('complementary').getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    }
  });
});
