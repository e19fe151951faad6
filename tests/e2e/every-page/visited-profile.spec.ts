/**
 * Tests every method of signing in, in a browser whose service worker already controls the site. To repeat the tests:
 * `LONG_TESTS=1 npx playwright test visited-profile --project=desktop --repeat-each=20`.
 */
import type { Page } from '@playwright/test';
import { enrolAuthenticator } from '#tests/helpers/enrol-authenticator.ts';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { confirmationLink, openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import { test as base, expect, greetingOf, mailboxOf } from '../fixtures/fixtures.ts';
import { chooseAtGoogle } from '../fixtures/google-account.ts';

/**
 * If the browser sends a sign-in twice, the page shows an error for three seconds, but the first request's
 * session still opens the dashboard. So the final address alone proves nothing.
 */
const test = base.extend<{ noErrorScreen: undefined }>({
  noErrorScreen: [
    async ({ page }, use) => {
      const errorAddresses: string[] = [];
      page.on('framenavigated', (frame) => {
        if (new URL(frame.url()).searchParams.has('error')) errorAddresses.push(frame.url());
      });
      await use(undefined);
      expect(errorAddresses).toEqual([]);
    },
    { auto: true },
  ],
});

type Product = { url: string; mailboxUrl?: string | undefined };

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const controller = 'navigator.serviceWorker.controller?.state';
const preload = 'navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.getState())';

async function expectControlled(page: Page) {
  await expect.poll(() => page.evaluate(controller)).toBe('activated');
}

test.beforeEach(async ({ page, product }) => {
  test.skip(product.mailboxUrl === undefined, 'the mailbox of a product that already runs is not known');
  await page.goto('/faq');
  await expectControlled(page);
});

async function confirmedAccount(product: Product) {
  const { account, link } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
  await openLink(link);
  return account;
}

async function signInByPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login');
  await fieldOf(page, 'E-mail').fill(email);
  await fieldOf(page, 'Senha').fill(password);
  await fieldOf(page, 'Senha').press('Enter');
}

/** Signs out by the button, because an open page without cookies would log failed requests on the console. */
async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
}

async function askForMagicLink(page: Page, product: Product, email: string) {
  await page.goto('/login');
  await expectControlled(page);
  await page.getByRole('button', { name: 'Entrar com link mágico' }).click();
  await fieldOf(page, 'E-mail que recebe o link').fill(email);
  await page.getByRole('button', { name: 'Enviar link mágico' }).click();
  await expect(page.getByRole('status').getByText('Enviamos um link mágico para seu e-mail!')).toBeVisible();
  return waitForLink(mailboxOf(product), email, 'magic-link');
}

async function signInWithGoogle(page: Page) {
  await page.goto('/login');
  await expectControlled(page);
  await page.getByRole('button', { name: 'Entrar com Google' }).click();
  await chooseAtGoogle(page, newAccount({ name: 'Bia Sousa' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetingOf('Bia'));
}

async function signUpInPage(page: Page, product: Product) {
  const account = newAccount();
  await page.goto('/register');
  await expectControlled(page);
  await fieldOf(page, 'Nome').fill(account.name);
  await fieldOf(page, 'E-mail').fill(account.email);
  await fieldOf(page, 'Senha').fill(account.password);
  await fieldOf(page, 'Ocupação').selectOption(account.occupation);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('Cadastro realizado! Verifique seu e-mail')).toBeVisible();
  return { account, link: await confirmationLink(mailboxOf(product), account.email) };
}

test('a visitor signs in through Google', { tag: '@always' }, async ({ page }) => {
  await signInWithGoogle(page);
});

test('a visitor signs in by a magic link', async ({ page, product }) => {
  await page.goto(await askForMagicLink(page, product, newAccount().email));
  await expect(page).toHaveURL('/dashboard');
});

test('a new user signs in by the confirmation link', { tag: '@always' }, async ({ page, product }) => {
  const { link } = await signUpInPage(page, product);
  await page.goto(link);
  await expect(page).toHaveURL('/dashboard');
});

test('a user signs in by password', async ({ page, product }) => {
  await signInByPassword(page, await confirmedAccount(product));
  await expect(page).toHaveURL('/dashboard');
});

test('a user sets a new password by a reset link, and signs in with it', { tag: '@always' }, async ({
  page,
  product,
}) => {
  const account = await confirmedAccount(product);
  await page.goto('/esqueci-senha');
  await expectControlled(page);
  await fieldOf(page, 'E-mail').fill(account.email);
  await page.getByRole('button', { name: 'Enviar link de recuperação' }).click();
  await page.goto(await waitForLink(mailboxOf(product), account.email, 'reset-password'));
  await expect(page).toHaveURL('/redefinir-senha');
  const password = 'Outra-senha-2';
  await fieldOf(page, 'Nova senha').fill(password);
  await fieldOf(page, 'Confirmar nova senha').fill(password);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page).toHaveURL('/login');
  await signInByPassword(page, { ...account, password });
  await expect(page).toHaveURL('/dashboard');
});

test('the pages of both links of an e-mail change report the result', async ({ page, product }) => {
  const mailboxUrl = mailboxOf(product);
  const account = await confirmedAccount(product);
  await signInByPassword(page, account);
  await expect(page).toHaveURL('/dashboard');
  const { email: newEmail } = newAccount();
  await page.goto('/dashboard/conta');
  await expectControlled(page);
  await fieldOf(page, 'E-mail').fill(newEmail);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.goto(await waitForLink(mailboxUrl, account.email, 'verify-email'));
  await expect(page.getByText('Primeira confirmação recebida.')).toBeVisible();
  await page.goto(await waitForLink(mailboxUrl, newEmail, 'verify-email'));
  await expect(page.getByText(`Pronto: o e-mail da conta agora é ${newEmail}.`)).toBeVisible();
});

test('a visitor keeps the chosen plan during a sign-in through Google', async ({ page }) => {
  await page.goto('/plans');
  await expectControlled(page);
  await page.getByRole('link', { name: 'Escolher Básico mensal' }).click();
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await chooseAtGoogle(page, newAccount({ name: 'Bia Sousa' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/dashboard/plano?plano=basic-monthly');
  await expect(page.getByText('Você escolheu o Básico mensal.')).toBeVisible();
});

test('a user enters the second factor after the password and after the magic link', {
  tag: '@always',
}, async ({ page, product }) => {
  const account = await confirmedAccount(product);
  await signInByPassword(page, account);
  await expect(page).toHaveURL('/dashboard');
  const cookies = await page.context().cookies(product.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const app = await enrolAuthenticator({ url: product.url, cookie }, 'Celular da Ana');
  await signOut(page);

  await signInByPassword(page, account);
  await fieldOf(page, 'Código de 6 números').fill(app.nextCode());
  await expect(page).toHaveURL('/dashboard');
  await signOut(page);

  await page.goto(await askForMagicLink(page, product, account.email));
  await fieldOf(page, 'Código de 6 números').fill(app.nextCode());
  await expect(page).toHaveURL('/dashboard');
});

test.describe('with the navigation preload that the previous release enabled', () => {
  test.beforeEach(async ({ page }) => {
    await page.evaluate(
      'navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.enable())',
    );
  });
  test.afterEach(async ({ page }) => {
    expect(await page.evaluate(preload)).toMatchObject({ enabled: true });
  });

  test('a visitor signs in through Google despite the preload', async ({ page }) => {
    await signInWithGoogle(page);
  });

  test('a visitor signs in by a magic link despite the preload', async ({ page, product }) => {
    await page.goto(await askForMagicLink(page, product, newAccount().email));
    await expect(page).toHaveURL('/dashboard');
  });

  test('a new user signs in by the confirmation link despite the preload', async ({ page, product }) => {
    const { link } = await signUpInPage(page, product);
    await page.goto(link);
    await expect(page).toHaveURL('/dashboard');
  });
});

test('a new service worker disables the preload of the previous release', async ({ page }) => {
  await page.evaluate(
    'navigator.serviceWorker.ready.then(({ navigationPreload }) => navigationPreload.enable())',
  );
  // With another URL, the browser installs the worker as an update of the same registration.
  await page.evaluate("navigator.serviceWorker.register('/sw.js?update')");
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller?.scriptURL'))
    .toMatch(/\/sw\.js\?update$/);
  await expectControlled(page);
  expect(await page.evaluate(preload)).toMatchObject({ enabled: false });
});
