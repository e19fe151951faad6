import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, sessionAddress, test } from './fixtures.ts';

const publicPaths = ['/', '/plans', '/faq', '/contato', '/privacy', '/terms', '/register', '/login'];
const openPaths = ['/redefinir-senha', '/esqueci-senha', '/maintenance', '/auth/callback'];
const protectedPaths = [
  '/dashboard',
  '/dashboard/conta',
  '/dashboard/plano',
  '/dashboard/billing',
  '/dashboard/support',
  '/dashboard/termos',
  '/dashboard/privacidade',
  '/dashboard/novo-arquivo',
  '/dashboard/transcricoes',
  '/dashboard/transcricoes/abc',
  '/dashboard/nao-existe',
];

/** Holds the question who is in until the test lets it go. */
async function holdSessionCheck(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(sessionAddress, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** As after an earlier visit with a session. */
async function rememberSession(page: Page) {
  await page.addInitScript("localStorage.setItem('escriba.session', '{}')");
}

test('a visitor at a protected page is told that it is being checked, then sent to sign in', {
  tag: '@always',
}, async ({ page }) => {
  const letGo = await holdSessionCheck(page);
  await page.goto('/dashboard/transcricoes?q=aula');
  await expect(page.getByText('Verificando autenticação...')).toBeVisible();
  letGo();
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Ftranscricoes%3Fq%3Daula');
});

test('every protected page sends a visitor to sign in', { tag: '@always' }, async ({ page }) => {
  for (const path of protectedPaths) {
    await page.goto(path);
    const wanted = path === '/dashboard' ? '' : `?redirect=${encodeURIComponent(path)}`;
    await expect(page).toHaveURL(`/login${wanted}`);
  }
});

test('every protected page opens for somebody with a session', { tag: '@every-size' }, async ({
  signedIn: page,
}) => {
  test.slow();
  for (const path of protectedPaths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  }
});

test('no public page shows itself to somebody with a session: each leads to the dashboard', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of publicPaths) {
    await test.step(path, async () => {
      const letGo = await holdSessionCheck(page);
      await page.goto(path);
      await expect(page.getByText('Verificando autenticação...')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
      letGo();
      await expect(page).toHaveURL('/dashboard');
    });
  }
});

test('a public page comes back when the remembered session is over', async ({ page }) => {
  await rememberSession(page);
  const letGo = await holdSessionCheck(page);
  await page.goto('/plans');
  await expect(page.getByText('Verificando autenticação...')).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
});

test.describe('at an unknown address', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/404/]) });

  test('somebody with a session is led to the dashboard, by the page and by the header', {
    tag: '@phone-too',
  }, async ({ signedIn: page, viewport }) => {
    const isPhone = (viewport?.width ?? 0) < 768;
    await page.goto('/nao-existe');
    await expect(page.getByRole('main').getByRole('link', { name: 'Ir para o painel' })).toBeVisible();
    if (isPhone) await page.getByRole('button', { name: 'Abrir menu' }).click();
    const head = isPhone ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('banner');
    await expect(head.getByRole('link', { name: 'Entrar' })).toHaveCount(0);
    await head.getByRole('link', { name: 'Ir para o painel' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('below the dashboard the sidebar stays', async ({ signedIn: page }) => {
    await page.goto('/dashboard/nao-existe');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página não encontrada');
    await expect(page).toHaveTitle('Página não encontrada · Escriba');
    await page.getByRole('complementary').getByRole('link', { name: 'Conta', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/conta');
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'Ir para o painel' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('open pages are open to somebody with a session', async ({ signedIn: page }) => {
  for (const path of openPaths) {
    const checked = page.waitForResponse(sessionAddress);
    await page.goto(path);
    await checked;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test.describe('when the server cannot be asked', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('nobody is thrown out, and a retry opens the page', async ({ signedIn: page }) => {
    await page.route(sessionAddress, (route) => route.abort());
    await page.goto('/dashboard/conta');
    await expect(page.getByText('Não conseguimos falar com o servidor')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/conta');
    await expectNoAxeViolations(page);
    await page.unroute(sessionAddress);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
  });

  test('public pages stay readable', async ({ page }) => {
    await rememberSession(page);
    await page.route(sessionAddress, (route) => route.abort());
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
