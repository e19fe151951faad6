import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { enrolAuthenticator } from '#tests/helpers/enrol-authenticator.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { expect, expectNoSidewaysScroll, expectWellDrawn, mailboxOf, test } from '../fixtures/fixtures.ts';
import { signedInAccount, signInByPassword } from '../fixtures/real-account.ts';

const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });
const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar' });

test.beforeEach(() => {
  test.skip(process.env.E2E_DATABASE_URL === undefined, 'the database of the product is not known');
});

async function change(statement: string, email: string) {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
  await client.connect();
  await client.query(statement, [email]);
  await client.end();
}

/** Sets the time of every sign-in and every confirmation to eleven minutes ago. */
const ageSessions = (email: string) =>
  change(
    `update sessions set created_at = now() - interval '11 minutes', proved_at = null
     where user_id = (select id from users where email = $1)`,
    email,
  );
const dropPassword = (email: string) =>
  change(
    'update accounts set password = null where user_id = (select id from users where email = $1)',
    email,
  );

test('a user in an old session confirms their identity by password, and the action continues with all input', {
  tag: ['@phone-too', '@always'],
}, async ({ page, product, expectedNoise }) => {
  expectedNoise.push(/40[03]/);
  const { email, password } = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await ageSessions(email);
  await fieldOf(page, 'Nome completo').fill('Ana Beatriz');
  await fieldOf(page, 'E-mail').fill(`novo.${email}`);
  await fieldOf(page, 'Nova senha').fill('Outra-frase-forte-2');
  await save(page).click();
  const passwordField = fieldOf(page, 'Senha');
  await expect(passwordField).toBeFocused();
  await expectWellDrawn(page);
  await expectNoSidewaysScroll(page);

  await page.keyboard.press('Escape');
  await expect(proof(page)).toHaveCount(0);
  await expect(
    page
      .getByRole('status')
      .getByText(/Confirme que é você para continuar\./)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('status').getByText('Já está salvo: perfil.')).toBeVisible();
  await expect(fieldOf(page, 'Nova senha')).toHaveValue('Outra-frase-forte-2');
  await expect(fieldOf(page, 'E-mail')).toHaveValue(`novo.${email}`);

  await save(page).click();
  await passwordField.press('Enter');
  await expect(passwordField).toHaveAccessibleDescription(/Digite sua senha\./);
  await passwordField.fill('Errada-1234');
  await passwordField.press('Enter');
  await expect(passwordField).toHaveAccessibleDescription(/A senha atual está incorreta\./);
  await expect(passwordField).toBeFocused();
  await passwordField.fill(password);
  await passwordField.press('Enter');
  await expect(proof(page)).toHaveCount(0);
  await expect(page.getByRole('status').getByText('Conta atualizada com sucesso!')).toBeVisible();
  expect((await signInByPassword(page, product, { email, password: 'Outra-frase-forte-2' })).status()).toBe(
    200,
  );
});

test('the identity dialog opens over the deletion dialog, which then continues automatically', {
  tag: '@phone-too',
}, async ({ page, product, expectedNoise }) => {
  expectedNoise.push(/403/);
  const { email, password } = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await ageSessions(email);
  await page.getByRole('button', { name: 'Deletar minha conta' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Confirmar exclusão' }).click();
  await expect(fieldOf(page, 'Senha')).toBeFocused();
  await expectWellDrawn(page);
  await proof(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(question.getByRole('alert')).toContainText('Confirme que é você para continuar.');

  await question.getByRole('button', { name: 'Confirmar exclusão' }).click();
  await fieldOf(page, 'Senha').fill(password);
  await proof(page).getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(page).not.toHaveURL(/dashboard/);
  expect((await signInByPassword(page, product, { email, password })).status()).toBe(401);
});

test('an old session proves its identity before it downloads all data or verifies a new factor', {
  tag: '@phone-too',
}, async ({ page, product, expectedNoise }) => {
  expectedNoise.push(/403/);
  const { email, password } = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await ageSessions(email);
  const confirm = async () => {
    await fieldOf(page, 'Senha').fill(password);
    await proof(page).getByRole('button', { name: 'Confirmar', exact: true }).click();
    await expect(proof(page)).toHaveCount(0);
  };
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar meus dados' }).click();
  await expect(fieldOf(page, 'Senha')).toBeFocused();
  await expectWellDrawn(page);
  await confirm();
  expect((await downloading).suggestedFilename()).toMatch(/^escriba-dados-/);

  await page.getByRole('button', { name: 'Ativar verificação em duas etapas' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
  const enrolling = page.getByRole('dialog', { name: 'Leia o código com o aplicativo' });
  const secret = (await enrolling.locator('code').textContent()) ?? '';
  await ageSessions(email);
  const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) }).generate();
  await enrolling.getByLabel('Código de 6 números').fill(code);
  await enrolling.getByLabel('Código de 6 números').press('Enter');
  await expect(fieldOf(page, 'Senha')).toBeFocused();
  await expectWellDrawn(page);
  await expectNoSidewaysScroll(page);
  await confirm();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Guarde seus códigos de recuperação');
});

test('closing an enrolment in an old session asks for no proof', async ({ page, product, expectedNoise }) => {
  expectedNoise.push(/403/);
  const { email } = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await page.getByRole('button', { name: 'Ativar verificação em duas etapas' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Leia o código com o aplicativo');
  await ageSessions(email);
  const dropped = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.keyboard.press('Escape');
  expect((await dropped).status()).toBe(403);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a user without a password confirms their identity by a mailed code', {
  tag: '@phone-too',
}, async ({ page, product, expectedNoise }) => {
  expectedNoise.push(/40[03]/);
  const { email } = await signedInAccount(page, product);
  await dropPassword(email);
  await page.goto('/dashboard/conta');
  await ageSessions(email);
  await page.getByRole('button', { name: 'Ativar verificação em duas etapas' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
  await proof(page).getByRole('button', { name: 'Enviar código por e-mail' }).click();
  const code = proof(page).getByLabel('Código de 6 números');
  await expect(code).toBeFocused();
  await expect(proof(page).getByText(`Código enviado para ${email}.`)).toBeVisible();
  await expectWellDrawn(page);
  const { subject } = await waitForMail(mailboxOf(product) ?? '', email, / é seu código do /);
  const mailed = subject.slice(0, 6);
  await code.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'));
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/Restam 4 tentativas\./);
  await code.fill(mailed);
  await code.press('Enter');
  await expect(proof(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Leia o código com o aplicativo');
});

test('a user with a second factor confirms their identity by it or by a recovery code', {
  tag: '@phone-too',
}, async ({ page, product, expectedNoise, context }) => {
  expectedNoise.push(/403/);
  const { email } = await signedInAccount(page, product);
  const cookies = await context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const app = await enrolAuthenticator({ url: product.url, cookie }, 'Celular');
  await page.goto('/dashboard/conta');
  await ageSessions(email);
  const renew = page.getByRole('button', { name: 'Gerar novos códigos' });
  await renew.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Gerar novos códigos' }).click();
  await expect(proof(page).getByLabel('Código de 6 números')).toBeFocused();
  await expectWellDrawn(page);
  await proof(page).getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await proof(page)
    .getByLabel('Código de recuperação')
    .fill(app.recoveryCodes[0] ?? '');
  await proof(page).getByRole('button', { name: 'Confirmar com o código' }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Guarde seus códigos de recuperação');
});
