import type { Page } from '@playwright/test';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { openLink, waitForLink, waitForMail } from '#tests/helpers/mailbox.ts';
import { expect, expectWellDrawn, mailboxOf, test } from '../fixtures/fixtures.ts';

const signInAddress = '**/api/auth/sign-in/email';
const magicAddress = '**/api/auth/sign-in/magic-link';
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Entrar', exact: true });

async function fill(page: Page, { email, password } = newAccount()) {
  await fieldOf(page, 'E-mail').fill(email);
  await fieldOf(page, 'Senha').fill(password);
}

/** Creates a confirmed account without a session in this browser. */
async function confirmedAccount(product: { url: string; mailboxUrl?: string | undefined }) {
  const { account, link } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
  await openLink(link);
  return account;
}

test('a visitor signs in by password with the keyboard and reaches the requested page', {
  tag: '@always',
}, async ({ page, product }) => {
  const account = await confirmedAccount(product);
  await page.goto('/login?redirect=%2Fdashboard%2Fplano');
  await fieldOf(page, 'E-mail').focus();
  await page.keyboard.type(`  ${account.email.toUpperCase()}`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(account.password);
  const sent = page.waitForRequest(signInAddress);
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    email: account.email,
    password: account.password,
    callbackURL: '/auth/callback?redirect=%2Fdashboard%2Fplano',
  });
  await expect(page).toHaveURL('/dashboard/plano');
});

test('the sign-in leads to the dashboard without a return path or with a foreign one', async ({
  page,
  product,
}) => {
  const account = await confirmedAccount(product);
  await page.goto('/login?redirect=%2F%2Fmau.example');
  await fill(page, account);
  await submit(page).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a visitor signs in by a mailed link, which creates a missing account', async ({ page, product }) => {
  const { email } = newAccount();
  await page.goto('/login?redirect=%2Fdashboard%2Fplano');
  const toggle = page.getByRole('button', { name: 'Entrar com link mágico' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await fieldOf(page, 'E-mail').fill(email);
  await toggle.click();
  await expect(page.getByRole('button', { name: 'Fechar link mágico' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(fieldOf(page, 'E-mail que recebe o link')).toHaveValue(email);
  const sent = page.waitForRequest(magicAddress);
  await page.getByRole('button', { name: 'Enviar link mágico' }).click();
  await expect(
    page.getByRole('status').getByText('Enviamos um link mágico para seu e-mail! 🎉'),
  ).toBeVisible();
  expect((await sent).postDataJSON()).toEqual({
    email,
    callbackURL: '/auth/callback?redirect=%2Fdashboard%2Fplano',
  });
  await page.goto(await waitForLink(mailboxOf(product), email, 'magic-link'));
  await expect(page).toHaveURL('/dashboard/plano');
});

test('the sign-in links to sign-up and password reset, and its fields have hints for password managers', async ({
  page,
}) => {
  await page.goto('/login?redirect=%2Fdashboard%2Fplano');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Criar conta' })).toHaveAttribute(
    'href',
    '/register?redirect=%2Fdashboard%2Fplano',
  );
  await expect(main.getByRole('link', { name: 'Esqueci minha senha' })).toHaveAttribute(
    'href',
    '/esqueci-senha?redirect=%2Fdashboard%2Fplano',
  );
  await expect(main.getByRole('button', { name: 'Entrar com Google' })).toBeVisible();
  await expect(fieldOf(page, 'E-mail')).toHaveAttribute('autocomplete', 'username');
  await expect(fieldOf(page, 'Senha')).toHaveAttribute('autocomplete', 'current-password');
});

test('the form reports missing input at its fields', { tag: '@every-size' }, async ({ page }) => {
  await page.goto('/login');
  await submit(page).click();
  await expect(fieldOf(page, 'E-mail')).toBeFocused();
  await expect(fieldOf(page, 'E-mail')).toHaveAccessibleDescription('E-mail e senha são obrigatórios.');
  await expect(fieldOf(page, 'Senha')).toHaveAccessibleDescription('E-mail e senha são obrigatórios.');
  await page.getByRole('button', { name: 'Entrar com link mágico' }).click();
  await page.getByRole('button', { name: 'Enviar link mágico' }).click();
  await expect(fieldOf(page, 'E-mail que recebe o link')).toBeFocused();
  await expect(fieldOf(page, 'E-mail que recebe o link')).toHaveAccessibleDescription(
    'E-mail é obrigatório.',
  );
  await expectWellDrawn(page);
});

test('the form signs in once after two quick presses', async ({ page }) => {
  let requests = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route(signInAddress, async (route) => {
    requests += 1;
    await promise;
    await route.fulfill({ json: { user: {} } });
  });
  await page.goto('/login');
  await fill(page);
  await fieldOf(page, 'Senha').press('Enter');
  await fieldOf(page, 'Senha').press('Enter');
  await expect(page.getByRole('button', { name: 'Entrando...' })).toBeVisible();
  resolve();
  await expect(submit(page)).toBeVisible();
  expect(requests).toBe(1);
});

test.describe('when the server refuses', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the owner of an unconfirmed address reads that a mail was sent and can resend it later', {
    tag: '@phone-too',
  }, async ({ page, product }) => {
    const mailboxUrl = mailboxOf(product);
    const { account } = await signUp({ url: product.url, mailboxUrl });
    const first = await waitForMail(mailboxUrl, account.email);
    await page.clock.install();
    await page.goto('/login');
    await fill(page, account);
    await submit(page).click();
    const status = page.getByRole('status');
    await expect(
      status.getByText(
        'Você precisa confirmar seu e-mail antes de acessar. Verifique sua caixa de entrada ou spam!',
      ),
    ).toBeVisible();
    await expect(status.getByText('Enviamos um e-mail de confirmação há poucos minutos.')).toBeVisible();
    const resend = page.getByRole('button', { name: /^Reenviar e-mail/ });
    await expect(resend).toHaveText('Reenviar e-mail em 10 min');
    await expect(resend).toBeDisabled();
    await expectWellDrawn(page);
    await page.clock.fastForward('09:30');
    await expect(resend).toHaveText(/^Reenviar e-mail em \d+ s$/);
    await page.clock.fastForward('00:30');
    await expect(resend).toHaveText('Reenviar e-mail de confirmação');
    // The test moved only the page's clock, so the server still considers the sign-up mail recent.
    await resend.click();
    await expect(status.getByText('O link que enviamos há poucos minutos ainda vale.')).toBeVisible();
    expect((await waitForMail(mailboxUrl, account.email)).id).toBe(first.id);

    await page.clock.fastForward('10:00');
    await page
      .context()
      .route('**/api/auth/send-verification-email', (route) =>
        route.fulfill({ json: { status: true, sent_before: false } }),
      );
    await resend.click();
    await expect(
      status.getByText(`Enviamos outro e-mail de confirmação para ${account.email}.`),
    ).toBeVisible();
  });

  test('the form reports a wrong password at the password field', {
    tag: ['@phone-too', '@always'],
  }, async ({ page }) => {
    await page.goto('/login');
    await fill(page);
    await submit(page).click();
    await expect(fieldOf(page, 'Senha')).toBeFocused();
    await expect(fieldOf(page, 'Senha')).toHaveAccessibleDescription('E-mail ou senha incorretos.');
    await expectWellDrawn(page);
    await fieldOf(page, 'Senha').press('x');
    await expect(page.getByText('E-mail ou senha incorretos.')).toHaveCount(0);
  });

  test('the form shows other refusals below, in the server’s words', async ({ page }) => {
    const status = page.getByRole('status');
    await page.goto('/login');
    await fill(page);
    await page.context().route(signInAddress, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '61' },
        json: {
          error: 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.',
          code: 'too_many_requests',
          requestId: 'r',
        },
      }),
    );
    await submit(page).click();
    await expect(
      status.getByText('Muitas tentativas de login. Aguarde alguns minutos e tente novamente.'),
    ).toBeVisible();
    await expect(status.getByText('Tente de novo em 2 minutos.')).toBeVisible();

    await page.context().route(signInAddress, (route) => route.abort());
    await submit(page).click();
    await expect(
      status.getByText('Erro de conexão. Verifique sua internet e tente novamente.'),
    ).toBeVisible();

    await page.context().route(signInAddress, (route) => route.fulfill({ status: 502, body: '<html>' }));
    await submit(page).click();
    await expect(status.getByText('Erro ao fazer login.')).toBeVisible();
    await expect(fieldOf(page, 'Senha')).toHaveValue('Segredo-forte-1');

    await page.context().route('**/api/auth/sign-in/social', (route) => route.abort());
    await page.getByRole('button', { name: 'Entrar com Google' }).click();
    await expect(status.getByText('Erro ao conectar com o Google. Tente novamente.')).toBeVisible();

    await page.getByRole('button', { name: 'Entrar com link mágico' }).click();
    await page.context().route(magicAddress, (route) => route.fulfill({ status: 502, body: '<html>' }));
    await page.getByRole('button', { name: 'Enviar link mágico' }).click();
    await expect(status.getByText('Erro ao enviar magic link.')).toBeVisible();
  });
});
