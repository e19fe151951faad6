import type { Locator } from '@playwright/test';
import { toastOf } from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';

const list = '/dashboard/transcricoes';
const noBorderToDrop = (title: Locator) =>
  expect(title.locator('xpath=..')).toHaveCSS('border-top-style', 'solid');
const middleOf = async (one: Locator) => {
  const { x = 0, width = 0 } = (await one.boundingBox()) ?? {};
  return x + width / 2;
};

test('an empty list and a search without results have no dashed border, which means a place to drop files', async ({
  signedIn: page,
  library,
}) => {
  await page.goto(list);
  await noBorderToDrop(page.getByText('Aqui ficam as suas transcrições'));
  await library.insert([{ title: 'Aula' }]);
  await page.goto(`${list}?q=nada+disto`);
  await noBorderToDrop(page.getByText('Nada encontrado para “nada disto”'));
});

test.describe('when the server fails', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/Failed to load resource/]) });

  test('a load error has no dashed border', async ({ signedIn: page }) => {
    await page.context().route('**/api/dashboard', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/dashboard');
    await noBorderToDrop(page.getByText('Não foi possível carregar seu mês'));
  });
});

test('a toast is in the middle of the content, not of the window', { tag: '@phone-too' }, async ({
  signedIn: page,
  library,
}) => {
  await library.insert([{ title: 'Aula' }]);
  await page.goto(list);
  await page.getByRole('button', { name: 'Excluir Aula', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  const text = toastOf(page, 'Transcrição excluída.');
  await expect(text).toBeVisible();
  const toast = text.locator('xpath=ancestor::li');
  expect(Math.abs((await middleOf(toast)) - (await middleOf(page.getByRole('main'))))).toBeLessThan(2);
});
