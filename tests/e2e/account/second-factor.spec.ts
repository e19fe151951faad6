import type { Page } from '@playwright/test';
import { codeLength } from '#contract/factors.ts';
import { enrolAuthenticator } from '#tests/helpers/enrol-authenticator.ts';
import { signUp } from '#tests/helpers/factories.ts';
import { openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import { unsignedAccessToken } from '#tests/helpers/unsigned-access-token.ts';
import { expect, expectWellDrawn, mailboxOf, test } from '../fixtures/fixtures.ts';
import { signedInAccount } from '../fixtures/real-account.ts';

const code = (page: Page) => page.getByLabel('Código de 6 números');
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Creates an account with an authenticator app, and removes the session from the browser. */
async function accountWithApp(page: Page, product: { url: string; mailboxUrl?: string | undefined }) {
  const account = await signedInAccount(page, product);
  const cookies = await page.context().cookies(product.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const app = await enrolAuthenticator({ url: product.url, cookie }, 'Celular da Ana');
  await page.context().clearCookies();
  return { account, app };
}

async function passPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await expect(title(page)).toHaveText('Confirme que é você');
}

test('a user enters the app’s code after the password, and the form submits it and opens the requested page', {
  tag: '@phone-too',
}, async ({ page, product }) => {
  const { account, app } = await accountWithApp(page, product);
  await page.goto('/login?redirect=%2Fdashboard%2Fplano');
  await passPassword(page, account);
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(code(page)).toHaveAccessibleDescription(/Celular da Ana/);
  await expectWellDrawn(page);
  await page.goto('/dashboard');
  await expect(title(page)).toHaveText('Confirme que é você');

  await page.goto('/login?redirect=%2Fdashboard%2Fplano');
  let checks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/verify')) checks += 1;
  });
  const digits = app.nextCode();
  // Group the digits as a text message does.
  await code(page).fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await expect(page).toHaveURL('/dashboard/plano');
  expect(checks).toBe(1);
});

test('a sign-in by a mailed link also needs the second factor, and keeps the return path', async ({
  page,
  product,
}) => {
  const { account, app } = await accountWithApp(page, product);
  await page.request.post('/api/auth/sign-in/magic-link', {
    headers: { origin: product.url },
    data: { email: account.email, callbackURL: '/auth/callback?redirect=%2Fdashboard%2Fplano' },
  });
  await page.goto(await waitForLink(mailboxOf(product), account.email, 'magic-link'));
  await expect(title(page)).toHaveText('Confirme que é você');
  await expect(code(page)).toBeFocused();
  await page.keyboard.type(app.nextCode());
  await expect(page).toHaveURL('/dashboard/plano');
});

test('a user without the phone signs in by a recovery code, once', async ({
  page,
  product,
  expectedNoise,
}) => {
  expectedNoise.push(/400/);
  const { account, app } = await accountWithApp(page, product);
  const [recoveryCode = ''] = app.recoveryCodes;
  const byRecovery = async () => {
    await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
    const field = page.getByLabel('Código de recuperação');
    await expect(field).toBeFocused();
    await field.fill(recoveryCode);
    await field.press('Enter');
    return field;
  };
  await page.goto('/login');
  await passPassword(page, account);
  await byRecovery();
  await expect(page).toHaveURL('/dashboard');

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await passPassword(page, account);
  const field = await byRecovery();
  await expect(field).toHaveAccessibleDescription(/Este código de recuperação não vale ou já foi usado\.$/);
  await expect(field).toBeFocused();
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Voltar ao código de 6 números' }).click();
  await code(page).fill(app.nextCode());
  await expect(page).toHaveURL('/dashboard');
});

test('the form counts down wrong codes, ends the attempt after five, and offers a new one', {
  tag: '@phone-too',
}, async ({ page, product, expectedNoise }) => {
  expectedNoise.push(/40[09]/);
  const { account, app } = await accountWithApp(page, product);
  await page.goto('/login');
  await passPassword(page, account);
  await code(page).press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/Digite o código de 6 números\.$/);
  for (const [index, left] of [
    'Restam 4 tentativas.',
    'Restam 3 tentativas.',
    'Restam 2 tentativas.',
    'Resta 1 tentativa.',
  ].entries()) {
    await code(page).fill('');
    await code(page).pressSequentially(`00000${index}`);
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(left));
    // Enter after an automatic submit must not use a second attempt for the same code.
    await code(page).press('Enter');
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(left));
    await expect(code(page)).toBeFocused();
  }
  await expectWellDrawn(page);
  await code(page).fill('000009');
  await expect(
    page.getByRole('status').getByText('Foram cinco códigos errados. Peça um novo e tente de novo.'),
  ).toBeVisible();
  await expect(page.getByText(/espere o aplicativo mostrar o próximo código/)).toBeVisible();
  const again = page.getByRole('button', { name: 'Tentar com um código novo' });
  await expect(again).toBeFocused();
  await again.press('Enter');
  await expect(code(page)).toBeFocused();
  const digits = app.nextCode();
  expect(digits).toHaveLength(codeLength);
  await code(page).fill(digits);
  await expect(page).toHaveURL('/dashboard');
});

test('a user who chooses Sair at the code is signed out', async ({ page, product }) => {
  const { account } = await accountWithApp(page, product);
  await page.goto('/login');
  await passPassword(page, account);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(title(page)).toHaveText('Entrar');
  // Poll, because the screen does not wait for the server's answer.
  await expect.poll(async () => (await page.request.get('/api/auth/get-session')).json()).toBeNull();
});

test.describe('with a phone among the factors', () => {
  const factorId = (n: number) => `f6b5a1de-34a1-4d0a-9a52-0d0b6f2a8a1${n}`;
  const factors = [
    { factor_type: 'phone', friendly_name: 'Telefone', phone: '4321' },
    { factor_type: 'totp', friendly_name: 'Tablet', phone: null },
  ].map((factor, index) => ({
    ...factor,
    id: factorId(index),
    status: 'verified',
    created_at: '2026-11-21T12:00:00.000Z',
  }));

  test('a user requests a text message, another one after a pause, and chooses another factor', {
    tag: '@phone-too',
  }, async ({ page, product }) => {
    const { account, link } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
    await openLink(link);
    await page.context().route('**/api/auth/token', async (route) => {
      const { token } = await (await route.fetch()).json();
      const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
      await route.fulfill({ json: { token: unsignedAccessToken({ ...claims, next_aal: 'aal2' }) } });
    });
    let messages = 0;
    await page.context().route('**/api/auth/factors', (route) =>
      route.fulfill({
        json: {
          factors,
          current_level: 'aal1',
          next_level: 'aal2',
          recovery_codes_left: 10,
          phone_offered: true,
        },
      }),
    );
    await page.context().route(`**/factors/${factorId(0)}/challenge`, (route) => {
      messages += 1;
      expect(route.request().postDataJSON()).toEqual({ channel: 'sms' });
      return route.fulfill({ json: { id: factorId(9), expires_at: '2026-11-21T12:10:00.000Z' } });
    });
    await page.clock.install();
    await page.goto('/login');
    await passPassword(page, account);
    const send = page.getByRole('button', { name: 'Enviar código por SMS' });
    await expect(page.getByText('O código chega por SMS ao telefone terminado em 4321.')).toBeVisible();
    await expect(code(page)).toHaveCount(0);
    await send.click();
    await expect(
      page.getByRole('status').getByText('Código enviado para o telefone terminado em 4321.'),
    ).toBeVisible();
    await expect(code(page)).toBeFocused();
    const waiting = page.getByRole('button', { name: /^Enviar outro código em \d+ s$/ });
    await waiting.press('Enter');
    expect(messages).toBe(1);
    await page.clock.runFor(61_000);
    await page.getByRole('button', { name: 'Enviar outro código', exact: true }).click();
    await expect(waiting).toBeVisible();
    expect(messages).toBe(2);
    await expectWellDrawn(page);

    const choice = page.getByLabel('Confirmar com');
    await expect(choice.getByRole('option')).toHaveText([
      'Telefone (SMS para final 4321)',
      'Tablet (aplicativo)',
    ]);
    await choice.focus();
    await choice.selectOption('Tablet (aplicativo)');
    await expect(code(page)).toHaveAccessibleDescription(/Tablet/);
    // The page must not move the focus, because the user may still choose by arrow keys.
    await expect(choice).toBeFocused();
  });
});
