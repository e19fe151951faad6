import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  sessionAddress,
  test,
} from '../fixtures/fixtures.ts';

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

/** Delays the session check until the test calls the returned function. */
async function holdSessionCheck(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route(sessionAddress, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Simulates an earlier visit with a session. */
async function rememberSession(page: Page) {
  await page.addInitScript("localStorage.setItem('escriba.session', '{}')");
}

test('a protected page shows that it checks the session, then sends a visitor to the sign-in', async ({
  page,
}) => {
  const release = await holdSessionCheck(page);
  await page.goto('/dashboard/transcricoes?q=aula');
  await expect(page.getByText('Verificando autenticação...')).toBeVisible();
  release();
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Ftranscricoes%3Fq%3Daula');
});

test('every protected page sends a visitor to sign in', { tag: '@always' }, async ({ page }) => {
  for (const path of protectedPaths) {
    await page.goto(path);
    const wanted = path === '/dashboard' ? '' : `?redirect=${encodeURIComponent(path)}`;
    await expect(page).toHaveURL(`/login${wanted}`);
  }
});

test('every protected page opens for a signed-in user', { tag: '@every-size' }, async ({
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

test('every public page sends a signed-in user to the dashboard without showing its content', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of publicPaths) {
    await test.step(path, async () => {
      const release = await holdSessionCheck(page);
      await page.goto(path);
      await expect(page.getByText('Verificando autenticação...')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
      release();
      await expect(page).toHaveURL('/dashboard');
    });
  }
});

test('a public page shows its content when the remembered session has ended', async ({ page }) => {
  await rememberSession(page);
  const release = await holdSessionCheck(page);
  await page.goto('/plans');
  await expect(page.getByText('Verificando autenticação...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
});

test.describe('at an unknown address', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/404/]) });

  test('page and header lead a signed-in user to the dashboard', {
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

  test('the page below /dashboard keeps the sidebar', async ({ signedIn: page }) => {
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

test('pages for visitors and users open for a signed-in user', async ({ signedIn: page }) => {
  for (const path of openPaths) {
    const checked = page.waitForResponse(sessionAddress);
    await page.goto(path);
    await checked;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test.describe('when the server does not answer', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('a protected page keeps the session, and opens after a retry', async ({ signedIn: page }) => {
    await page.context().route(sessionAddress, (route) => route.abort());
    await page.goto('/dashboard/conta');
    await expect(page.getByText('Não conseguimos falar com o servidor')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/conta');
    await expectNoAxeViolations(page);
    await page.context().unroute(sessionAddress);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
  });

  test('public pages stay readable', async ({ page }) => {
    await rememberSession(page);
    await page.context().route(sessionAddress, (route) => route.abort());
    await page.goto('/faq');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
