import type { Page } from '@playwright/test';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import { expect, expectWellDrawn, mailboxOf, test } from '../fixtures/fixtures.ts';
import { openLinkIn } from '../fixtures/real-account.ts';

const requestAddress = '**/api/auth/request-password-reset';
const resetAddress = '**/api/auth/reset-password';
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const ask = (page: Page) => page.getByRole('button', { name: 'Enviar link de recuperação' });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar nova senha' });

test('a visitor requests a link, sets a new password, and signs in with it', async ({ page, product }) => {
  const mailboxUrl = mailboxOf(product);
  const { account, link: confirmation } = await signUp({ url: product.url, mailboxUrl });
  await openLinkIn(page, product, confirmation);
  await page.request.post('/api/auth/sign-out', { headers: { origin: product.url }, data: {} });

  await page.goto('/login');
  await fieldOf(page, 'E-mail').fill(account.email);
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page).toHaveURL('/esqueci-senha');
  await expect(fieldOf(page, 'E-mail')).toHaveValue(account.email);
  await fieldOf(page, 'E-mail').fill(`  ${account.email.toUpperCase()} `);
  const sent = page.waitForRequest(requestAddress);
  await ask(page).click();
  expect((await sent).postDataJSON()).toEqual({ email: account.email, redirectTo: '/redefinir-senha' });
  const status = page.getByRole('status');
  await expect(status.getByText(`Enviamos um link de recuperação para ${account.email}.`)).toBeVisible();
  await expect(status.getByText(/^Abra o e-mail e siga o link/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Enviar outra vez em \d+ s$/ })).toBeFocused();

  await page.goto(await waitForLink(mailboxUrl, account.email, 'reset-password'));
  await expect(page).toHaveURL('/redefinir-senha');
  const password = 'Outra-senha-2';
  await fieldOf(page, 'Nova senha').fill(password);
  await fieldOf(page, 'Confirmar nova senha').fill(password);
  await save(page).click();
  await expect(status.getByText('Senha redefinida com sucesso!')).toBeVisible();
  const shownAt = Date.now();
  await expect(save(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/login');
  expect(Date.now() - shownAt).toBeGreaterThan(1_500);

  await fieldOf(page, 'E-mail').fill(account.email);
  await fieldOf(page, 'Senha').fill(password);
  await fieldOf(page, 'Senha').press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('the page reports a used link and offers a new one', { tag: '@phone-too' }, async ({
  page,
  product,
  expectedNoise,
}) => {
  expectedNoise.push(/401/);
  const mailboxUrl = mailboxOf(product);
  const { account } = await signUp({ url: product.url, mailboxUrl });
  await page.request.post('/api/auth/request-password-reset', {
    headers: { origin: product.url },
    data: { email: account.email, redirectTo: '/redefinir-senha' },
  });
  const link = await waitForLink(mailboxUrl, account.email, 'reset-password');
  await page.goto(link);
  await expect(save(page)).toBeVisible();

  // Simulate another tab that used the same link first.
  const token = /reset-password\/([^?]+)/.exec(link)?.[1];
  await page.request.post('/api/auth/reset-password', {
    headers: { origin: product.url },
    data: { token, newPassword: 'Outra-senha-2' },
  });
  await fieldOf(page, 'Nova senha').fill('Terceira-senha-3');
  await fieldOf(page, 'Confirmar nova senha').fill('Terceira-senha-3');
  await fieldOf(page, 'Confirmar nova senha').press('Enter');
  await expect(page.getByText('Este link não vale mais')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goto(link);
  await expect(page).toHaveURL('/redefinir-senha');
  await expect(page.getByText('Este link não vale mais')).toBeVisible();
  await expectWellDrawn(page);
  await page.getByRole('link', { name: 'Pedir novo link' }).click();
  await expect(page).toHaveURL('/esqueci-senha');
});

test('the page reports an incomplete link when its address lacks the token', async ({ page }) => {
  await page.goto('/redefinir-senha');
  await expect(page.getByText('O link está incompleto')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pedir novo link' })).toHaveAttribute('href', '/esqueci-senha');
});

test('the pages of the password reset ignore a return address of another site', async ({ page }) => {
  const returning = `?redirect=${encodeURIComponent('//mau.example/x')}`;
  await page.goto(`/esqueci-senha${returning}`);
  await expect(ask(page)).toBeEnabled();
  await expect(page.getByRole('main').getByRole('link', { name: 'Entrar' })).toHaveAttribute(
    'href',
    '/login',
  );
  await page.goto(`/redefinir-senha${returning}`);
  await expect(page.getByRole('link', { name: 'Pedir novo link' })).toHaveAttribute('href', '/esqueci-senha');
});

test('the page of an expired link offers a new one with the same return address', async ({ page }) => {
  const returning = `?redirect=${encodeURIComponent('/dashboard/support?de=ajuda')}`;
  await page.goto(`/redefinir-senha${returning}&error=INVALID_TOKEN`);
  const again = page.getByRole('link', { name: 'Pedir novo link' });
  await expect(again).toHaveAttribute('href', `/esqueci-senha${returning}`);
  await expect(page).toHaveURL(`/redefinir-senha${returning}`);
});

test('the page removes the token from the address and the browser history', async ({ page }) => {
  await page.goto('/login');
  await page.goto('/redefinir-senha?token=segredo');
  await expect(page).toHaveURL('/redefinir-senha');
  await page.getByRole('link', { name: 'página inicial' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/redefinir-senha');
});

test('the form reports the errors of a new password one at a time, in order', { tag: '@phone-too' }, async ({
  page,
}) => {
  await page.goto('/redefinir-senha?token=segredo');
  const first = fieldOf(page, 'Nova senha');
  const second = fieldOf(page, 'Confirmar nova senha');
  for (const [typed, text] of Object.entries({
    '': 'Informe a nova senha.',
    'Ab-1': 'A senha deve ter pelo menos 6 caracteres.',
    'Abcd-12': 'A senha deve ter pelo menos 8 caracteres.',
    'minusculas-1': 'A senha deve ter pelo menos uma letra maiúscula.',
    'MAIUSCULAS-1': 'A senha deve ter pelo menos uma letra minúscula.',
    'Sem-numeros': 'A senha deve ter pelo menos um número.',
    SemEspecial1: 'A senha deve ter pelo menos um caractere especial.',
  })) {
    await first.fill(typed);
    await save(page).click();
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription(new RegExp(`^${text}`));
    await expect(second).toHaveAccessibleDescription('');
  }
  await first.fill('Segredo-forte-1');
  await second.fill('Segredo-forte-2');
  await save(page).click();
  await expect(second).toBeFocused();
  await expect(second).toHaveAccessibleDescription('As senhas não coincidem.');
  await expectWellDrawn(page);
  await expect(first).toHaveAttribute('autocomplete', 'new-password');
  await expect(second).toHaveAttribute('autocomplete', 'new-password');
});

test.describe('when the server refuses', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the request form reports each refusal', { tag: '@phone-too' }, async ({ page }) => {
    await page.goto('/esqueci-senha');
    const email = fieldOf(page, 'E-mail');
    await ask(page).click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('E-mail é obrigatório.');

    const status = page.getByRole('status');
    await email.fill(newAccount().email);
    await email.press('Enter');
    await expect(status.getByText('Nenhuma conta encontrada com este e-mail.')).toBeVisible();
    await expectWellDrawn(page);

    await page
      .context()
      .route(requestAddress, (route) =>
        route.fulfill({ status: 500, json: { error: 'Algo falhou.', code: 'internal', requestId: 'r' } }),
      );
    await ask(page).click();
    await expect(status.getByText('Erro ao enviar link de recuperação.')).toBeVisible();

    await page.context().route(requestAddress, (route) => route.abort());
    await ask(page).click();
    await expect(status.getByText('Erro ao enviar email.')).toBeVisible();
    await expect(email).not.toHaveValue('');
  });

  test('the form reports a leaked new password at its field', async ({ page }) => {
    const error = 'Essa senha já foi vazada anteriormente. Escolha uma mais segura.';
    await page
      .context()
      .route(resetAddress, (route) =>
        route.fulfill({ status: 400, json: { error, code: 'password_leaked', requestId: 'r' } }),
      );
    await page.goto('/redefinir-senha?token=segredo');
    await fieldOf(page, 'Nova senha').fill('Segredo-forte-1');
    await fieldOf(page, 'Confirmar nova senha').fill('Segredo-forte-1');
    await save(page).click();
    await expect(fieldOf(page, 'Nova senha')).toBeFocused();
    await expect(fieldOf(page, 'Nova senha')).toHaveAccessibleDescription(new RegExp(`^${error}`));
  });
});

test('a visitor can request another mail after a pause, and immediately for another address', async ({
  page,
}) => {
  await page.clock.install();
  let requests = 0;
  await page.context().route(requestAddress, (route) => {
    requests += 1;
    return route.fulfill({ json: { status: true } });
  });
  await page.goto('/esqueci-senha');
  await fieldOf(page, 'E-mail').fill('ana@exemplo.com');
  await ask(page).click();
  const waiting = page.getByRole('button', { name: /^Enviar outra vez em/ });
  await expect(waiting).toBeVisible();
  await waiting.press('Enter');
  expect(requests).toBe(1);
  await page.clock.runFor(61_000);
  await ask(page).click();
  await expect(waiting).toBeVisible();
  expect(requests).toBe(2);
  await fieldOf(page, 'E-mail').fill('bia@exemplo.com');
  await ask(page).click();
  await expect(page.getByText('Enviamos um link de recuperação para bia@exemplo.com.')).toBeVisible();
  expect(requests).toBe(3);
});
