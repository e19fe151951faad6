import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { newAccount } from '#tests/helpers/factories.ts';
import { waitForLink, waitForMail } from '#tests/helpers/mailbox.ts';
import { expect, expectNoSidewaysScroll, expectWellDrawn, mailboxOf, test } from '../fixtures/fixtures.ts';
import { signedInAccount, signInByPassword } from '../fixtures/real-account.ts';

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar' });
const saved = (page: Page) => page.getByRole('status').getByText('Conta atualizada com sucesso!');
const sidebar = (page: Page) => page.getByRole('complementary');

/** Lets the browser draw a picture in the format of a camera. */
async function picture(page: Page, { width, height }: { width: number; height: number }) {
  const url = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
    const context = canvas.getContext('2d');
    context.fillStyle = 'red';
    context.fillRect(0, 0, ${width}, ${height});
    context.fillStyle = 'blue';
    context.fillRect(${width / 2 - height / 4}, ${height / 4}, ${height / 2}, ${height / 2});
    return canvas.toDataURL('image/png');
  })()`);
  return Buffer.from(String(url).split(',')[1] ?? '', 'base64');
}

test('the draft stores a typed name without the e-mail, which may change meanwhile', async ({
  page,
  product,
}) => {
  await signedInAccount(page, product, { name: 'Ana Conceição' });
  await page.goto('/dashboard/conta');
  await fieldOf(page, 'Nome completo').fill('Ana Beatriz');
  const draft = await page.evaluate(
    `Object.entries(localStorage).find(([key]) => key.endsWith('.account'))?.[1]`,
  );
  expect(JSON.parse(String(draft))).toEqual({ name: 'Ana Beatriz' });
  await page.reload();
  await expect(fieldOf(page, 'Nome completo')).toHaveValue('Ana Beatriz');
});

test('the owner saves name and photo, and the sidebar of every tab shows them', async ({
  page,
  product,
  context,
}) => {
  await signedInAccount(page, product, { name: 'Ana Conceição' });
  await page.goto('/dashboard/conta');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(fieldOf(page, 'Nome completo')).toHaveValue('Ana Conceição');

  await fieldOf(page, 'Nome completo').fill('  Ana Beatriz Souza ');
  await page.getByLabel('Foto de perfil').setInputFiles({
    name: 'praia.png',
    mimeType: 'image/png',
    buffer: await picture(page, { width: 1200, height: 600 }),
  });
  await expect(page.getByText('A nova foto vale quando você salvar.')).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  const { name, avatar } = (await sent).postDataJSON() as { name: string; avatar: string };
  expect(name).toBe('Ana Beatriz Souza');
  expect(avatar).toMatch(/^data:image\/webp;base64,/);
  const shape = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(avatar)};
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  })()`);
  expect(shape).toEqual([256, 256]);

  for (const each of [page, other]) {
    await expect(sidebar(each).getByText('Ana Beatriz Souza')).toBeVisible();
    await expect(sidebar(each).locator('img')).toHaveAttribute('src', avatar);
  }
  await page.reload();
  await expect(sidebar(page).locator('img')).toHaveAttribute('src', avatar);
  await expect(fieldOf(page, 'Nome completo')).toHaveValue('Ana Beatriz Souza');

  await page.getByRole('button', { name: 'Remover foto' }).click();
  await expect(page.getByText('A foto sai quando você salvar.')).toBeVisible();
  await expect(page.getByLabel('Foto de perfil')).toBeFocused();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(sidebar(page).locator('img')).toHaveCount(0);
  await page.reload();
  await expect(sidebar(page).getByText('AN', { exact: true })).toBeVisible();
});

test('the form names a file that is not an image, and does not change the photo', async ({
  page,
  product,
}) => {
  await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  const photo = page.getByLabel('Foto de perfil');
  await photo.setInputFiles({
    name: 'contrato.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await expect(photo).toHaveAccessibleDescription(
    '“contrato.pdf” não é uma imagem. Escolha uma imagem PNG, JPEG ou WebP.',
  );
  await photo.setInputFiles({ name: 'quebrada.png', mimeType: 'image/png', buffer: Buffer.from('nada') });
  await expect(photo).toHaveAccessibleDescription(/^Não conseguimos abrir “quebrada.png”/);
});

test('the form reports each error at its field to a user of the keyboard', { tag: '@phone-too' }, async ({
  page,
  product,
}) => {
  await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  const password = fieldOf(page, 'Nova senha');
  await expect(password).toHaveValue('');
  await expectWellDrawn(page);
  await expect(page.getByRole('list', { name: 'Regras da senha' })).toHaveCount(0);
  await password.focus();
  await page.keyboard.type('Ab-1');
  await expect(page.getByRole('list', { name: 'Regras da senha' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(
    /Senha muito curta A nova senha deve ter pelo menos 6 caracteres\./,
  );
  await password.fill('abcdef');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(
    /A senha deve ter pelo menos 8 caracteres\. A senha deve ter pelo menos uma letra maiúscula\. A senha deve ter pelo menos um número\. A senha deve ter pelo menos um caractere especial\./,
  );
  await fieldOf(page, 'Nome completo').fill(' ');
  await fieldOf(page, 'E-mail').fill('ana@');
  await save(page).click();
  await expect(fieldOf(page, 'Nome completo')).toBeFocused();
  await expect(fieldOf(page, 'Nome completo')).toHaveAccessibleDescription('Nome é obrigatório.');
  await expect(fieldOf(page, 'E-mail')).toHaveAccessibleDescription(/E-mail inválido\./);
  await expectWellDrawn(page);
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
});

test('very long names and addresses stay within the page', { tag: '@every-size' }, async ({
  page,
  product,
}) => {
  const { email } = newAccount();
  await signedInAccount(page, product, {
    name: 'Maria Aparecida da Conceição Nascimento de Albuquerque Pneumoultramicroscopicossilicovulcanoconiótica',
    email: email.replace('@', '.de.um.endereco.bastante.comprido@departamento.de.pesquisa.da.universidade.'),
  });
  await page.goto('/dashboard/conta');
  await expect(fieldOf(page, 'Nome completo')).toHaveValue(/^Maria/);
  await expectNoSidewaysScroll(page);
});

test('a new password ends the other sessions, and the old password stops working', async ({
  page,
  product,
  browser,
}) => {
  const account = await signedInAccount(page, product);
  await using elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  expect((await signInByPassword(other, product, account)).ok()).toBe(true);
  await page.goto('/dashboard/conta');
  await expect(page.getByRole('list', { name: 'Sessões abertas' }).getByRole('listitem')).toHaveCount(2);

  const password = 'Outra-senha-2';
  await fieldOf(page, 'Nova senha').fill(password);
  await expect(page.getByRole('list', { name: 'Regras da senha' }).getByText(': falta')).toHaveCount(0);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(fieldOf(page, 'Nova senha')).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Sessões abertas' }).getByRole('listitem')).toHaveCount(1);
  expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull();
  expect((await signInByPassword(other, product, account)).status()).toBe(401);
  expect((await signInByPassword(other, product, { ...account, password })).ok()).toBe(true);
  await waitForMail(mailboxOf(product), account.email, /senha/i);
});

test('the e-mail changes after both addresses have confirmed', async ({ page, product, expectedNoise }) => {
  const mailboxUrl = mailboxOf(product);
  const account = await signedInAccount(page, product);
  const { email: newEmail } = newAccount();
  await page.goto('/dashboard/conta');
  await fieldOf(page, 'E-mail').fill(` ${newEmail.toUpperCase()}`);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(fieldOf(page, 'E-mail')).toHaveValue(account.email);
  await expect(fieldOf(page, 'E-mail')).toHaveAccessibleDescription(
    `Primeiro abra o link que enviamos para ${account.email}; depois, o que enviaremos para ${newEmail}. Até lá, nada muda na conta.`,
  );

  await page.goto(await waitForLink(mailboxUrl, account.email, 'verify-email'));
  await expect(fieldOf(page, 'E-mail')).toHaveValue(account.email);
  await expect(
    page.getByText(`Primeira confirmação recebida. Agora abra o link que enviamos para ${newEmail}.`),
  ).toBeVisible();

  const second = await waitForLink(mailboxUrl, newEmail, 'verify-email');
  await page.goto(second);
  await expect(page.getByText(`Pronto: o e-mail da conta agora é ${newEmail}.`)).toBeVisible();
  await expect(fieldOf(page, 'E-mail')).toHaveValue(newEmail);
  await expect(sidebar(page).getByText(newEmail)).toBeVisible();

  expectedNoise.push(/401/);
  await page.goto(second);
  await expect(page.getByText(/^O link não vale mais/)).toBeVisible();
});

test('the owner ends the other sessions, and this session continues', async ({ page, product, browser }) => {
  const account = await signedInAccount(page, product);
  await using elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await signInByPassword(other, product, account);
  await page.goto('/dashboard/conta');
  const list = page.getByRole('list', { name: 'Sessões abertas' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('Esta sessão');
  await page.getByRole('button', { name: 'Encerrar outras sessões' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Encerrar outras sessões?' });
  await dialog.getByRole('button', { name: 'Encerrar outras sessões' }).click();
  await expect(page.getByRole('status').getByText('As outras sessões foram encerradas.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toBeFocused();
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/login/);
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('the owner downloads the account’s data as a ZIP', async ({ page, product }) => {
  const account = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar meus dados' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^escriba-dados-.*\.zip$/);
  await expect(page.getByRole('status').getByText(/^Arquivo pronto/)).toBeVisible();
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['perfil.json', 'perfil.txt']));
  expect(strFromU8(files['perfil.json'] ?? new Uint8Array())).toContain(account.email);
});

test('deleting the account immediately invalidates its token, its session and its password', {
  tag: ['@phone-too', '@always'],
}, async ({ page, product, expectedNoise }) => {
  const account = await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  const profileRequest = page.waitForRequest('**/api/profile');
  await page.reload();
  const authorization = (await profileRequest).headers().authorization ?? '';
  expect(authorization).toMatch(/^Bearer /);

  await page.getByRole('button', { name: 'Deletar minha conta' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Tem certeza?' });
  await expect(dialog).toContainText('irreversível');
  await expect(dialog).toContainText('sem devolução do que já foi pago');
  await expect(dialog).toContainText('solicite antes o reembolso em “Meu plano”');
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await expectWellDrawn(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deletar minha conta' })).toBeFocused();

  const failing = (route: Route) =>
    route.fulfill({ status: 500, json: { error: 'Algo falhou.', code: 'internal', requestId: 'r' } });
  expectedNoise.push(/500/);
  await page.context().route('**/api/auth/me', failing);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Confirmar exclusão' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/Erro ao deletar conta\s*Algo falhou\./);
  await page.context().unroute('**/api/auth/me', failing);

  await dialog.getByRole('button', { name: 'Confirmar exclusão' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status').getByText(/^Sua conta foi excluída/)).toBeVisible();
  const answer = await page.request.get('/api/profile', { headers: { authorization } });
  expect(answer.status()).toBe(401);
  expect((await signInByPassword(page, product, account)).status()).toBe(401);
  await waitForMail(mailboxOf(product), account.email, /exclu/i);
  await page.reload();
  await expect(page.getByText(/^Sua conta foi excluída/)).toHaveCount(0);
});

test.describe('when the server refuses one of the changes', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the form names the refused change, reports the saved ones, and keeps the typed text', {
    tag: '@phone-too',
  }, async ({ page, product }) => {
    await signedInAccount(page, product);
    const leaked = 'Essa senha já foi vazada anteriormente. Escolha uma mais segura.';
    await page
      .context()
      .route('**/api/account/password', (route) =>
        route.fulfill({ status: 400, json: { error: leaked, code: 'password_leaked', requestId: 'r' } }),
      );
    await page.goto('/dashboard/conta');
    await fieldOf(page, 'Nome completo').fill('Ana Beatriz');
    await fieldOf(page, 'Nova senha').fill('Segredo-forte-1');
    await save(page).click();
    const status = page.getByRole('status');
    await expect(status.getByText('Erro ao atualizar conta')).toBeVisible();
    await expect(status.getByText(`Erro ao atualizar senha: ${leaked}`)).toBeVisible();
    await expect(status.getByText('Já está salvo: perfil.')).toBeVisible();
    await expect(fieldOf(page, 'Nova senha')).toBeFocused();
    await expect(fieldOf(page, 'Nova senha')).toHaveAccessibleDescription(new RegExp(leaked));
    await expect(fieldOf(page, 'Nova senha')).toHaveValue('Segredo-forte-1');
    await expect(fieldOf(page, 'Nome completo')).toHaveValue('Ana Beatriz');
    await expectWellDrawn(page);

    await page.context().route('**/api/profile', (route) => route.abort());
    await fieldOf(page, 'Nova senha').fill('');
    await fieldOf(page, 'Nome completo').fill('Outro nome');
    await save(page).click();
    await expect(
      status.getByText(
        'Erro ao atualizar perfil: Erro de conexão. Verifique sua internet e tente novamente.',
      ),
    ).toBeVisible();
    await expect(fieldOf(page, 'Nome completo')).toHaveValue('Outro nome');
  });

  test('the page offers a retry when the profile cannot be loaded', {
    tag: '@phone-too',
  }, async ({ page, product }) => {
    await signedInAccount(page, product);
    await page.context().route('**/api/profile', (route) => route.abort());
    await page.goto('/dashboard/conta');
    const failure = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar sua conta' });
    await expect(failure).toBeVisible({ timeout: 15_000 });
    await expectWellDrawn(page);
    await page.context().unroute('**/api/profile');
    await failure.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(fieldOf(page, 'Nome completo')).not.toHaveValue('');
  });

  test('the page sends a visitor whose session has ended to the sign-in', async ({ page, product }) => {
    await signedInAccount(page, product);
    await page.goto('/dashboard');
    await expect(sidebar(page).getByText('Ana Conceição')).toBeVisible();
    await page.request.post('/api/auth/sign-out', { headers: { origin: product.url }, data: {} });
    await sidebar(page).getByRole('link', { name: 'Conta' }).click();
    await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Fconta');
  });
});
