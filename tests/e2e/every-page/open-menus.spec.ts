import type { Page } from '@playwright/test';
import { spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { expect, expectNoAxeViolations, expectReadableColours, test } from '../fixtures/fixtures.ts';
import { showTab } from '../fixtures/summary-tab.ts';
import { choose, sendAndWait, showAs, tones } from '../fixtures/transcription-api.ts';

const address = (id: string) => `/dashboard/transcricoes/${id}`;
const menus = ['Mais opções', 'Baixar', /^Velocidade/, 'Prompts prontos'] as const;
const trigger = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('the page is accessible with each of its menus open, and the focus returns to the menu’s button', {
  tag: '@phone-too',
}, async ({ signedIn: page, product }) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address(id));
  for (const name of menus) {
    if (name === 'Prompts prontos') {
      await showTab(page, 'Resumo');
      await page.getByRole('button', { name: 'Ver ou editar o prompt' }).click();
    }
    await trigger(page, name).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(trigger(page, name)).toBeFocused();
  }
  await trigger(page, 'Mais opções').click();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectReadableColours(page);
});

test.describe('without a stream of events', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the menu of a running and of a failed transcription is accessible', async ({
    signedIn: page,
    product,
  }) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    await page.context().route('**/events', (route) => route.abort());
    for (const status of ['processing', 'failed'] as const) {
      await showAs(page, id, () => ({ status, revision: 0, segments: spokenSegments(['Bom dia.']) }));
      await page.goto(address(id));
      await trigger(page, 'Mais opções').click();
      await expect(page.getByRole('menuitem')).toHaveText(['Mudar o título', 'Excluir']);
      await expectNoAxeViolations(page);
    }
  });
});

test('an entry of a menu moves the focus to its field or dialog, and a click elsewhere closes the menu', async ({
  signedIn: page,
  product,
}) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await page.goto(address(id));
  const more = trigger(page, 'Mais opções');
  await more.click();
  await page.getByRole('menuitem', { name: 'Mudar o título' }).click();
  await expect(page.getByLabel('Título')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Editar título' })).toBeFocused();

  await more.click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(more).toBeFocused();

  await more.click();
  const { x, y } = (await page.locator('[data-word]').first().boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 2, y + 2);
  await expect(page.getByRole('menu')).toBeHidden();
  // The press is on a word, and must not play it.
  await expect(page.getByRole('button', { name: 'Pausar' })).toHaveCount(0);
});

test('on a phone the main menu and its feedback return the focus to the button that opened the menu', async ({
  signedIn: page,
  product,
}) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address(id));
  const more = trigger(page, 'Mais opções');
  const mainMenu = page.getByRole('dialog', { name: 'Menu' });
  await choose(page, 'Mais opções', 'Menu principal');
  await expect(mainMenu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(mainMenu).toBeHidden();
  await expect(more).toBeFocused();

  await choose(page, 'Mais opções', 'Menu principal');
  await mainMenu.getByRole('button', { name: 'Enviar feedback' }).click();
  const feedback = page.getByRole('dialog', { name: 'Enviar feedback' });
  await expect(feedback.getByLabel('Seu feedback')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(feedback).toBeHidden();
  await expect(more).toBeFocused();
});
