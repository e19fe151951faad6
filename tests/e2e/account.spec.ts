import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { newAccount } from '#tests/factories.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  test,
} from './fixtures.ts';
import { signedInAccount } from './real-account.ts';

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar' });
const saved = (page: Page) => page.getByRole('status').getByText('Conta atualizada com sucesso!');
const sidebar = (page: Page) => page.getByRole('complementary');

async function expectWellDrawn(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectReadableColours(page);
}

/** A picture as a camera would make one, drawn by the browser itself. */
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

test('name and photo are saved, and the sidebar of every tab follows', async ({ page, product, context }) => {
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

test('a file that is no image is named, and the photo stays', async ({ page, product }) => {
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

test('what is wrong is told at its field, with the keyboard alone', { tag: '@every-size' }, async ({
  page,
  product,
}) => {
  await signedInAccount(page, product);
  await page.goto('/dashboard/conta');
  await expectWellDrawn(page);
  const password = fieldOf(page, 'Nova senha');
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
