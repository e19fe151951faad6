import type { Page } from '@playwright/test';
import { expect, expectWellDrawn, test } from '../fixtures/fixtures.ts';

const hourMs = 3_600_000;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const title = (page: Page) => field(page, 'Título (opcional)');
const discard = (page: Page) => page.getByRole('button', { name: 'Descartar', exact: true });
const titleNote = (page: Page) => page.getByText('Você digitou este título antes.');

async function passHours(page: Page, hours: number) {
  await page.clock.setSystemTime(Date.now() + hours * hourMs);
  await page.reload();
}

test('the page announces a restored title, and one press discards it', {
  tag: '@phone-too',
}, async ({ signedIn: page }) => {
  await page.goto('/dashboard/novo-arquivo');
  await title(page).fill('Entrevista com a Rita');
  await expect(titleNote(page)).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toHaveValue('Entrevista com a Rita');
  await expect(titleNote(page)).toBeVisible();
  await expectWellDrawn(page);
  await discard(page).click();
  await expect(title(page)).toHaveValue('');
  await expect(title(page)).toBeFocused();
  await expect(titleNote(page)).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toHaveValue('');
});

test('the page does not announce a restored title after the user edits it', async ({ signedIn: page }) => {
  await page.goto('/dashboard/novo-arquivo');
  await title(page).fill('Entrevista');
  await page.reload();
  await title(page).fill('Entrevista 2');
  await expect(titleNote(page)).toHaveCount(0);
});

test('the page does not restore the title of an unsent file a day later', async ({ signedIn: page }) => {
  await page.goto('/dashboard/novo-arquivo');
  await title(page).fill('Entrevista com a Rita');
  await passHours(page, 11);
  await expect(title(page)).toHaveValue('Entrevista com a Rita');
  await passHours(page, 13);
  await expect(title(page)).toHaveValue('');
  await expect(titleNote(page)).toHaveCount(0);
});

test('the page announces an unsaved name and e-mail, and the owner can discard or save them', {
  tag: '@phone-too',
}, async ({ signedIn: page }) => {
  await page.goto('/dashboard/conta');
  const [name, email] = [field(page, 'Nome completo'), field(page, 'E-mail')];
  await expect(name).not.toHaveValue('');
  const [nameBefore, emailBefore] = [await name.inputValue(), await email.inputValue()];
  await name.fill('Ana Beatriz Souza');
  await email.fill('outra@exemplo.com');
  await page.reload();
  await expect(name).toHaveValue('Ana Beatriz Souza');
  const both = page.getByText('O nome e o e-mail abaixo você digitou antes e ainda não salvou.');
  await expect(both).toBeVisible();
  await expectWellDrawn(page);
  await email.fill(emailBefore);
  await expect(page.getByText('O nome abaixo você digitou antes e ainda não salvou.')).toBeVisible();
  await discard(page).click();
  await expect(name).toHaveValue(nameBefore);
  await expect(name).toBeFocused();
  await expect(discard(page)).toHaveCount(0);

  await page.reload();
  await expect(name).toHaveValue(nameBefore);
  await name.fill('Ana Beatriz Souza');
  await page.reload();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Conta atualizada com sucesso!')).toBeVisible();
  await expect(discard(page)).toHaveCount(0);
});
