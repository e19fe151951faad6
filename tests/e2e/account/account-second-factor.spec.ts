import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { recoveryCodeCount } from '#contract/factors.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { waitForSms } from '#tests/helpers/sms.ts';
import { expect, expectWellDrawn, mailboxOf, test } from '../fixtures/fixtures.ts';
import { signedInAccount, signInByPassword } from '../fixtures/real-account.ts';

const windowMs = 30_000;
const dialog = (page: Page) => page.getByRole('dialog');
const code = (page: Page) => dialog(page).getByLabel('Código de 6 números');
const add = (page: Page) => page.getByRole('button', { name: /^(Ativar verificação|Adicionar outra)/ });
const factors = (page: Page) => page.getByRole('list', { name: 'Fatores da conta' }).getByRole('listitem');
const section = (page: Page) => page.getByRole('region', { name: 'Verificação em duas etapas' });

/** Reads the secret from the screen, as a user who cannot scan does. */
async function appOf(page: Page) {
  const secret = ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  return new TOTP({ secret: Secret.fromBase32(secret) });
}

async function beginApp(page: Page, name?: string) {
  await add(page).click();
  if (name !== undefined) await dialog(page).getByLabel('Nome').fill(name);
  await dialog(page).getByRole('button', { name: 'Continuar' }).click();
  await expect(code(page)).toBeFocused();
  return appOf(page);
}

/** Adds an authenticator app, up to the screen with the recovery codes. */
async function enrolApp(page: Page, name?: string) {
  const app = await beginApp(page, name);
  await code(page).fill(app.generate());
  await code(page).press('Enter');
  await expect(dialog(page)).toHaveAccessibleName('Guarde seus códigos de recuperação');
  return { app, codes: await dialog(page).getByRole('listitem').allInnerTexts() };
}

async function confirmCodes(page: Page) {
  await dialog(page).getByLabel('Guardei meus códigos').click();
  await dialog(page).getByRole('button', { name: 'Concluir' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('the owner adds an app by scan or typed key, confirms it by a code, and sees the recovery codes once', {
  tag: ['@phone-too', '@always'],
}, async ({ page, product, expectedNoise, context }) => {
  expectedNoise.push(/400/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await expect(section(page).getByText('Sua conta ainda pede só a senha ao entrar.')).toBeVisible();
  const app = await beginApp(page, 'Celular da Ana');
  const picture = dialog(page).getByRole('img', { name: 'Código QR para o aplicativo autenticador' });
  await expect(picture).toBeVisible();
  await expectWellDrawn(page);
  // The QR code must be dark on light in any theme, because cameras need that.
  await expect(picture).toHaveCSS('color-scheme', 'light');
  await dialog(page).getByRole('button', { name: 'Copiar chave' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(app.secret.base32);

  await code(page).fill('000');
  await code(page).press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/Digite o código de 6 números\.$/);
  const wrong = app.generate() === '000000' ? '000001' : '000000';
  await code(page).fill(wrong);
  await code(page).press('Enter');
  await expect(code(page)).toHaveAccessibleDescription(/Código incorreto/);
  await expect(code(page)).toBeFocused();
  await page.keyboard.type(app.generate());
  await page.keyboard.press('Enter');

  await expect(dialog(page)).toHaveAccessibleName('Guarde seus códigos de recuperação');
  const codes = await dialog(page).getByRole('listitem').allInnerTexts();
  expect(new Set(codes).size).toBe(recoveryCodeCount);
  await expectWellDrawn(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByText('Guarde os códigos e marque a caixa antes de fechar.')).toBeVisible();
  await expect(dialog(page).getByRole('checkbox')).toBeFocused();
  await expect(dialog(page).getByRole('button', { name: 'Concluir' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Copiar' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
  const coming = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Baixar .txt' }).click();
  const file = await readFile(await (await coming).path(), 'utf8');
  for (const each of [...codes, account.email]) expect(file).toContain(each);
  await confirmCodes(page);

  await expect(factors(page)).toHaveText([/Celular da Ana.*Aplicativo autenticador.*Adicionado em/s]);
  await expect(section(page).getByText('Restam 10 códigos de recuperação.')).toBeVisible();
  await waitForMail(mailboxOf(product), account.email, /duas etapas/i);
  await expectWellDrawn(page);
  // The session continues at its new level, and the page does not show the codes again.
  await page.reload();
  await expect(factors(page)).toHaveCount(1);
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0);
});

test('the printed page contains the recovery codes and nothing else', async ({ page, product }) => {
  await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  const { codes } = await enrolApp(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0] ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Conta', exact: true, includeHidden: true })).toBeHidden();
  await expect(dialog(page).getByText('Imprimir')).toBeHidden();
});

test('an owner who cancels the setup has no second factor', async ({ page, product }) => {
  await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await beginApp(page);
  const deletion = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.keyboard.press('Escape');
  expect((await deletion).status()).toBe(204);
  await expect(add(page)).toBeFocused();
  await page.reload();
  await expect(section(page).getByText('Sua conta ainda pede só a senha ao entrar.')).toBeVisible();
});

test('the owner renews the codes and removes the factor, after which the sign-in needs only the password', async ({
  page,
  product,
}) => {
  const account = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  const { codes } = await enrolApp(page, 'Tablet');
  await confirmCodes(page);

  await page.getByRole('button', { name: 'Gerar novos códigos' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('Gerar novos códigos?');
  await question.getByRole('button', { name: 'Gerar novos códigos' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Guarde seus códigos de recuperação');
  const renewed = await dialog(page).getByRole('listitem').allInnerTexts();
  expect(codes.filter((each) => renewed.includes(each))).toEqual([]);
  await confirmCodes(page);

  await page.getByRole('button', { name: 'Remover Tablet' }).click();
  await expect(question).toHaveAccessibleDescription(/“Tablet” é a única\./);
  await question.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(page.getByRole('status').getByText('“Tablet” foi removido.')).toBeVisible();
  await expect(factors(page)).toHaveCount(0);
  await expect(add(page)).toBeFocused();
  await page.context().clearCookies();
  expect((await signInByPassword(page, product, account)).ok()).toBe(true);
  await page.goto('/dashboard/conta');
  await expect(add(page)).toBeVisible();
});

test('the owner adds a telephone by the code of a text message', { tag: '@phone-too' }, async ({
  page,
  product,
}) => {
  const sandboxUrl = new URL('/', mailboxOf(product)).origin;
  await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await add(page).click();
  await dialog(page).getByLabel('Tipo').selectOption('SMS para o celular');
  await expect(dialog(page).getByLabel('Nome')).toHaveValue('Meu celular');
  const phone = dialog(page).getByLabel('Telefone');
  await phone.fill('99999-9999');
  await phone.press('Enter');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/Informe o telefone com DDD\./);
  await expectWellDrawn(page);
  const number = `119${String(process.pid).padStart(8, '0').slice(-8)}`;
  await phone.fill(`(11) ${number.slice(2, 7)}-${number.slice(7)}`);
  await phone.press('Enter');
  await expect(
    page.getByRole('status').getByText(`Código enviado para o telefone terminado em ${number.slice(-4)}.`),
  ).toBeVisible();
  const { text } = await waitForSms(sandboxUrl, `+55${number}`);
  await code(page).fill(/\d{6}/.exec(text)?.[0] ?? '');
  await expectWellDrawn(page);
  await dialog(page).getByRole('button', { name: 'Ativar' }).click();
  await confirmCodes(page);
  await expect(factors(page)).toHaveText([
    new RegExp(`Meu celular.*SMS para final ${number.slice(-4)}`, 's'),
  ]);

  // Another factor creates no new codes, because the old ones stay valid.
  const app = await beginApp(page, 'Tablet');
  await code(page).fill(app.generate({ timestamp: Date.now() + windowMs }));
  await code(page).press('Enter');
  await expect(section(page).getByText('Verificação em duas etapas ativada.')).toBeVisible();
  await expect(factors(page)).toHaveCount(2);
});

test('the page warns of few remaining codes, and offers a retry after a failed load', {
  tag: '@phone-too',
}, async ({ page, product, expectedNoise }) => {
  expectedNoise.push(/ERR_FAILED/);
  await signedInAccount(page, product);
  let list: object | undefined;
  await page
    .context()
    .route('**/api/auth/factors', (route) =>
      list === undefined ? route.abort() : route.fulfill({ json: list }),
    );
  await page.goto('/dashboard/conta');
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'Não foi possível carregar a verificação em duas etapas' });
  await expect(failure).toBeVisible({ timeout: 15_000 });
  await expectWellDrawn(page);
  list = {
    factors: [
      {
        id: 'f6b5a1de-34a1-4d0a-9a52-0d0b6f2a8a11',
        factor_type: 'totp',
        friendly_name: 'Aplicativo autenticador do telefone corporativo da universidade federal',
        status: 'verified',
        phone: null,
        created_at: '2026-11-21T12:00:00.000Z',
      },
    ],
    current_level: 'aal2',
    next_level: 'aal2',
    recovery_codes_left: 3,
    phone_offered: false,
  };
  await failure.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(section(page).getByText(/^Restam 3 códigos de recuperação\. Gere novos/)).toBeVisible();
  await expectWellDrawn(page);
  await add(page).click();
  await expect(dialog(page).getByLabel('Nome')).toBeVisible();
  await expect(dialog(page).getByLabel('Tipo')).toHaveCount(0);
});
