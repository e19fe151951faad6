import type { Page } from '@playwright/test';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { confirmationLink } from '#tests/helpers/mailbox.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  mailboxOf,
  test,
} from '../fixtures/fixtures.ts';

const signUpAddress = '**/api/auth/sign-up/email';
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Criar conta' });

async function fill(page: Page, { name, email, password, occupation } = newAccount()) {
  await fieldOf(page, 'Nome').fill(name);
  await fieldOf(page, 'E-mail').fill(email);
  await fieldOf(page, 'Senha').fill(password);
  await fieldOf(page, 'Ocupação').selectOption(occupation);
}

test('a new visitor registers, confirms by mail, and reaches the requested page', {
  tag: '@always',
}, async ({ page, product }) => {
  const account = newAccount({ name: 'Ana Beatriz' });
  await page.goto('/register?redirect=%2Fdashboard%2Fplano');
  await fill(page, account);
  await fieldOf(page, 'Para que você vai usar? (opcional)').fill('Aulas');
  const sent = page.waitForRequest(signUpAddress);
  await submit(page).click();
  await expect(
    page
      .getByRole('status')
      .getByText('Cadastro realizado! Verifique seu e-mail para confirmar sua conta. 📧'),
  ).toBeVisible();
  const shownAt = Date.now();
  expect((await sent).postDataJSON()).toEqual({
    ...account,
    use_case: 'Aulas',
    callbackURL: '/auth/callback?redirect=%2Fdashboard%2Fplano',
  });
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Fplano');
  expect(Date.now() - shownAt).toBeGreaterThan(1_500);
  await expect(fieldOf(page, 'E-mail')).toHaveValue(account.email);

  await page.goto(await confirmationLink(mailboxOf(product), account.email));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Processando autenticação...');
  await expect(page).toHaveURL('/dashboard/plano');
});

test('a visitor who chose a plan reads its price and that the payment follows the sign-up', async ({
  page,
}) => {
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Escolher Básico anual' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText(
    /Primeiro crie a conta; depois você confirma o Básico anual, R\$\s299,90 por ano\./,
  );
  await expect(main).not.toContainText('não precisa de cartão');
});

test('a visitor reads the terms before signing up, and the form keeps the input', async ({
  page,
  context,
}) => {
  await page.goto('/register');
  await fieldOf(page, 'Nome').fill('Ana');
  await expect(page.getByText('Ao criar a conta, você aceita os')).toBeVisible();
  for (const [name, address] of [
    ['Termos de uso', '/terms'],
    ['Política de privacidade', '/privacy'],
  ] as const) {
    const opened = context.waitForEvent('page');
    await page.getByRole('main').getByRole('link', { name }).click();
    const other = await opened;
    await expect(other).toHaveURL(address);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(name);
    await other.close();
  }
  await expect(fieldOf(page, 'Nome')).toHaveValue('Ana');
});

test('the button is enabled only when the five rules hold and all required fields are filled', async ({
  page,
}) => {
  await page.goto('/register');
  const rules = page.getByRole('list', { name: 'Regras da senha' }).getByRole('listitem');
  await expect(rules).toHaveText([
    'Mínimo de 8 caracteres: falta',
    'Uma letra maiúscula: falta',
    'Uma letra minúscula: falta',
    'Um número: falta',
    'Um caractere especial (!, @, # …): falta',
  ]);
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveAccessibleDescription('Nome, e-mail e senha são obrigatórios.');

  await fill(page);
  await expect(submit(page)).toBeEnabled();
  await expect(submit(page)).toHaveAccessibleDescription('');
  for (const [label, reason] of [
    ['Nome', 'Nome, e-mail e senha são obrigatórios.'],
    ['E-mail', 'Nome, e-mail e senha são obrigatórios.'],
    ['Senha', 'Nome, e-mail e senha são obrigatórios.'],
  ] as const) {
    const previousValue = await fieldOf(page, label).inputValue();
    await fieldOf(page, label).fill('');
    await expect(submit(page)).toBeDisabled();
    await expect(submit(page)).toHaveAccessibleDescription(reason);
    await fieldOf(page, label).fill(previousValue);
    await expect(submit(page)).toBeEnabled();
  }

  const password = fieldOf(page, 'Senha');
  for (const [broken, missing] of Object.entries({
    'Curta-1': 'Mínimo de 8 caracteres: falta',
    'minusculas-1': 'Uma letra maiúscula: falta',
    'MAIUSCULAS-1': 'Uma letra minúscula: falta',
    'Sem-numeros': 'Um número: falta',
    SemEspecial1: 'Um caractere especial (!, @, # …): falta',
  })) {
    await password.fill(broken);
    await expect(rules.filter({ hasText: 'falta' })).toHaveText([missing]);
    await expect(submit(page)).toBeDisabled();
    await expect(submit(page)).toHaveAccessibleDescription('A senha ainda não cumpre as cinco regras.');
  }
});

test('the visitor must choose an occupation', async ({ page }) => {
  await page.goto('/register');
  const occupation = fieldOf(page, 'Ocupação');
  expect(await occupation.getByRole('option').allTextContents()).toEqual([
    'Selecione',
    'Estudante',
    'Professor(a)',
    'Profissional autônomo',
    'Empresa',
    'Outro',
  ]);
  const { name, email, password } = newAccount();
  await fieldOf(page, 'Nome').fill(name);
  await fieldOf(page, 'E-mail').fill(email);
  await fieldOf(page, 'Senha').fill(password);
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page)).toHaveAccessibleDescription('Escolha sua ocupação.');
  await occupation.selectOption('Professor(a)');
  await expect(submit(page)).toBeEnabled();
});

test('the form can show the password, and warns of Caps Lock', async ({ page }) => {
  await page.goto('/register');
  const password = fieldOf(page, 'Senha');
  await password.fill('Segredo-forte-1');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar senha' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('Segredo-forte-1');
  await page.getByRole('button', { name: 'Ocultar senha' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  const capitals = page.getByRole('status').getByText('A tecla Caps Lock está ligada.');
  await password.focus();
  await expect(capitals).toHaveCount(0);
  // Playwright cannot press Caps Lock, so dispatch the event of a keyboard with Caps Lock on.
  await page.evaluate(
    "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }))",
  );
  await expect(capitals).toBeVisible();
  await fieldOf(page, 'Nome').focus();
  await expect(capitals).toHaveCount(0);
});

test('password managers and phones recognise each field', async ({ page }) => {
  await page.goto('/register');
  for (const [label, token] of Object.entries({
    Nome: 'name',
    'E-mail': 'email',
    Senha: 'new-password',
  })) {
    await expect(fieldOf(page, label)).toHaveAttribute('autocomplete', token);
  }
  await expect(fieldOf(page, 'E-mail')).toHaveAttribute('type', 'email');
});

test('the form keeps and validates input typed before hydration', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/register', { waitUntil: 'commit' });
  const account = newAccount();
  await expect(submit(page)).toBeDisabled();
  await fill(page, account);
  resolve();
  await expect(submit(page)).toBeEnabled();
  await expect(fieldOf(page, 'Nome')).toHaveValue(account.name);
});

test('a visitor signs up with the keyboard', async ({ page }) => {
  const account = newAccount();
  await page.goto('/register');
  await fieldOf(page, 'Nome').focus();
  await page.keyboard.type(account.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Mostrar senha' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Est');
  await page.keyboard.press('Tab');
  const sent = page.waitForRequest(signUpAddress);
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject(account);
});

test('the form signs up once after two quick presses', async ({ page }) => {
  let requests = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route(signUpAddress, async (route) => {
    requests += 1;
    await promise;
    await route.fulfill({ json: { user: {} } });
  });
  await page.goto('/register');
  await fill(page);
  await fieldOf(page, 'E-mail').press('Enter');
  await fieldOf(page, 'E-mail').press('Enter');
  await expect(page.getByRole('button', { name: 'Criando conta...' })).toBeVisible();
  resolve();
  await expect(page.getByText(/^Cadastro realizado!/)).toBeVisible();
  // The page removes the form, so the focus must move to the heading.
  await expect(submit(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Ir para a entrada' })).toHaveAttribute('href', '/login');
  expect(requests).toBe(1);
});

test.describe('when the server refuses', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the form offers the sign-in and a new password when the address is taken', {
    tag: '@phone-too',
  }, async ({ page, product }) => {
    const { account } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto('/register?redirect=%2Fdashboard%2Fplano');
    await fill(page, { ...account, name: 'Maria Aparecida dos Santos Albuquerque de Vasconcelos Filha' });
    await submit(page).click();
    const email = fieldOf(page, 'E-mail');
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(
      /^Este e-mail já está cadastrado\. Tente fazer login ou recuperar a senha\./,
    );
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectReadableColours(page);

    await page.getByRole('link', { name: 'Recuperar a senha' }).click();
    await expect(page).toHaveURL('/esqueci-senha?redirect=%2Fdashboard%2Fplano');
    await expect(fieldOf(page, 'E-mail')).toHaveValue(account.email);
    await page.goBack();
    await fill(page, account);
    await submit(page).click();
    await page.getByRole('link', { name: 'Fazer login' }).click();
    await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Fplano');
    await expect(fieldOf(page, 'E-mail')).toHaveValue(account.email);
  });

  test('the form shows each refusal at its field', async ({ page }) => {
    await page.goto('/register');
    await fill(page);
    const refusals = [
      ['password_leaked', 'Essa senha já foi vazada anteriormente. Escolha uma mais segura.', 'Senha'],
      ['password_too_short', 'A senha deve conter no mínimo 8 caracteres.', 'Senha'],
      ['invalid_input', 'E-mail inválido. Verifique o formato e tente novamente.', 'E-mail'],
    ] as const;
    for (const [code, error, label] of refusals) {
      const fields = code === 'invalid_input' ? { email: error } : undefined;
      await page
        .context()
        .route(signUpAddress, (route) =>
          route.fulfill({ status: 400, json: { error, code, requestId: 'r', fields } }),
        );
      await submit(page).click();
      await expect(fieldOf(page, label)).toBeFocused();
      await expect(fieldOf(page, label)).toHaveAccessibleDescription(new RegExp(error.slice(0, 20)));
      await fieldOf(page, label).press('End');
      await fieldOf(page, label).pressSequentially('x');
      await expect(page.getByText(error)).toHaveCount(0);
    }
  });

  test('the form shows other refusals below, and keeps the input', async ({ page }) => {
    await page.goto('/register');
    await fill(page);
    const status = page.getByRole('status');
    await page.context().route(signUpAddress, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '900' },
        json: {
          error: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
          code: 'too_many_requests',
          requestId: 'r',
        },
      }),
    );
    await submit(page).click();
    await expect(status.getByText('Muitas tentativas. Aguarde um pouco e tente novamente.')).toBeVisible();
    await expect(status.getByText('Tente de novo em 15 minutos.')).toBeVisible();

    await page.context().route(signUpAddress, (route) => route.abort());
    await submit(page).click();
    await expect(
      status.getByText('Erro de conexão. Verifique sua internet e tente novamente.'),
    ).toBeVisible();

    await page.context().route(signUpAddress, (route) => route.fulfill({ status: 502, body: '<html>' }));
    await submit(page).click();
    await expect(status.getByText('Erro ao criar conta.')).toBeVisible();
    await expect(fieldOf(page, 'Senha')).toHaveValue('Segredo-forte-1');
    await expectNoAxeViolations(page);
  });
});
