import type { Page } from '@playwright/test';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { openLink, waitForLink, waitForMail } from '#tests/helpers/mailbox.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  mailboxOf,
  sessionAddress,
  test,
} from '../fixtures/fixtures.ts';
import { openLinkIn } from '../fixtures/real-account.ts';

const profileAddress = '**/api/profile';
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const alert = (page: Page) => page.getByRole('alert');

/** Signs up and opens the mailed link, so that the browser has a valid session cookie. */
async function signUpAndConfirm(page: Page, product: { url: string; mailboxUrl?: string | undefined }) {
  const { account, link } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
  await openLinkIn(page, product, link);
  return account;
}

/** Stops the page's clock, so that delays do not depend on the speed of this machine. */
async function pauseClock(page: Page, { loadedMs }: { loadedMs: number }) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.addInitScript(`performance.now = () => ${loadedMs}`);
}

test('the callback loads the profile after 1.5 s and leaves after 1 s more', async ({ page, product }) => {
  await signUpAndConfirm(page, product);
  await pauseClock(page, { loadedMs: 0 });
  let isRequested = false;
  page.on('request', (request) => {
    isRequested ||= new URL(request.url()).pathname === '/api/profile';
  });
  await page.goto('/auth/callback?redirect=%2Fdashboard%2Fplano');
  await expect(title(page)).toHaveText('Processando autenticação...');
  await page.clock.runFor(1_400);
  expect(isRequested).toBe(false);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return isRequested;
    })
    .toBe(true);
  expect(new URL(page.url()).pathname).toBe('/auth/callback');
  await expect
    .poll(async () => {
      await page.clock.runFor(500);
      return new URL(page.url()).pathname;
    })
    .toBe('/dashboard/plano');
});

test('a used confirmation link reports the confirmed e-mail, and leads to the sign-in or the dashboard', async ({
  page,
  product,
}) => {
  const { link } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
  expect((await openLink(link)).status).toBe(200);
  const again = link.replace(
    'callbackURL=%2Fauth%2Fcallback',
    'callbackURL=%2Fauth%2Fcallback%3Fredirect%3D%252Fdashboard%252Fplano',
  );
  await page.goto(again);
  await expect(title(page)).toHaveText('Seu e-mail já está confirmado.');
  await expect(title(page)).toBeFocused();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Entrar' }).click();
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Fplano');

  const { link: own } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
  await openLinkIn(page, product, own);
  await page.goto(own);
  await expect(title(page)).toHaveText('Seu e-mail já está confirmado.');
  await page.getByRole('link', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the callback redirects only within the product', async ({ page, product }) => {
  await signUpAndConfirm(page, product);
  await page.goto('/auth/callback?redirect=https%3A%2F%2Fmau.example%2F');
  await expect(page).toHaveURL('/dashboard');
  // The back button must not lead to the finished callback.
  expect(await page.evaluate('history.length')).toBeLessThanOrEqual(2);
});

test('the server sends the welcome mail at the first sign-in only', async ({ page, product }) => {
  const mailboxUrl = mailboxOf(product);
  const { email } = newAccount();
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/welcome')) requests += 1;
  });
  const signInByLink = async () => {
    await page.request.post('/api/auth/sign-in/magic-link', {
      headers: { origin: product.url },
      data: { email, callbackURL: '/auth/callback' },
    });
    await page.goto(await waitForLink(mailboxUrl, email, 'magic-link'));
    await expect(page).toHaveURL('/dashboard');
  };
  await signInByLink();
  await waitForMail(mailboxUrl, email, /boas-vindas/i);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await signInByLink();
  expect(requests).toBe(1);
});

test('the callback shows the error, opens the sign-in after 3 s, and repeats the error there', {
  tag: '@phone-too',
}, async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/auth/callback?error=access_denied&redirect=%2Fdashboard%2Fplano');
  await expect(title(page)).toHaveText('Erro na Autenticação');
  await expect(title(page)).toBeFocused();
  await expect(alert(page)).toContainText('Erro ao processar autenticação. Tente novamente.');
  await expect(alert(page)).toContainText('Você não autorizou a entrada com o Google.');
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.clock.runFor(100);
  await expectReadableColours(page);
  await page.clock.runFor(3_000);
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Fplano');
  await expect(page.getByText(/^Erro ao processar autenticação\. Tente novamente\. Você não/)).toBeVisible();
});

test('the link of the error screen opens the sign-in immediately', async ({ page }) => {
  await page.goto('/auth/callback?error=INVALID_TOKEN');
  await expect(alert(page)).toContainText('Sessão não encontrada. Tente fazer login novamente.');
  await page.getByRole('link', { name: 'Voltar ao Login' }).click();
  await expect(page).toHaveURL('/login');
});

test('a callback without parameters shows its error 1.5 s after its load', async ({ page }) => {
  await pauseClock(page, { loadedMs: 300 });
  const answered = page.waitForResponse(sessionAddress);
  await page.goto('/auth/callback');
  // The answer arrives during the delay, not after it.
  await answered;
  await page.clock.runFor(1_150);
  await expect(title(page)).toHaveText('Processando autenticação...');
  await page.clock.runFor(50);
  await expect(alert(page)).toHaveText('Sessão não encontrada. Tente fazer login novamente.');
});

test.describe('when a step fails', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the callback reports that a magic link was used', async ({ page, product }) => {
    const mailboxUrl = mailboxOf(product);
    const { email } = newAccount();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Entrar com link mágico' }).click();
    await page.getByLabel('E-mail que recebe o link').fill(email);
    await page.getByLabel('E-mail que recebe o link').press('Enter');
    const link = await waitForLink(mailboxUrl, email, 'magic-link');
    await openLink(link);
    await page.goto(link);
    await expect(title(page)).toHaveText('Erro na Autenticação');
    await expect(alert(page)).toContainText('O link expirou ou já foi usado.');
  });

  test('the callback reports that it cannot read the session', async ({ page }) => {
    await page.context().route(sessionAddress, (route) => route.abort());
    await page.goto('/auth/callback');
    await expect(alert(page)).toHaveText('Erro ao processar sessão. Tente novamente.');
  });

  for (const [what, answer, text] of [
    [
      'there is no access token',
      { path: '**/api/auth/token', status: 500, code: 'internal' },
      'Erro ao processar autenticação. Tente novamente.',
    ],
    [
      'the user no longer exists',
      { path: profileAddress, status: 401, code: 'unauthenticated' },
      'Usuário não encontrado. Tente fazer login novamente.',
    ],
    [
      'the profile cannot be loaded',
      { path: profileAddress, status: 500, code: 'internal' },
      'Erro ao verificar perfil do usuário.',
    ],
  ] as const) {
    test(`the callback reports an error when ${what}`, async ({ page, product }) => {
      await signUpAndConfirm(page, product);
      await page.context().route(answer.path, (route) =>
        route.fulfill({
          status: answer.status,
          json: { error: 'Não deu certo.', code: answer.code, requestId: 'r' },
        }),
      );
      await page.goto('/auth/callback');
      await expect(alert(page)).toHaveText(text);
    });
  }
});
