import type { Page } from '@playwright/test';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { expect, test, toastOf } from '../fixtures/fixtures.ts';
import { choose, sendAndWait, tones } from '../fixtures/transcription-api.ts';

const address = (id: string) => `/dashboard/transcricoes/${id}`;
const bar = (page: Page) => page.getByRole('region', { name: 'Ouvir a gravação' });
const slider = (page: Page) => bar(page).getByRole('slider', { name: 'Posição na gravação' });
const play = (page: Page) => bar(page).getByRole('button', { name: 'Tocar' }).click();
const pause = (page: Page) => bar(page).getByRole('button', { name: 'Pausar' }).click();
const currentTime = (page: Page) => page.evaluate<number>("document.querySelector('audio')?.currentTime");
const storedPositions = (page: Page) =>
  page.evaluate<string[]>(
    `Object.keys(localStorage).filter((key) => key.startsWith('${storageKeys.leftOff}.'))`,
  );

let id: string;
test.beforeEach(async ({ signedIn: page, product }) => {
  id = await sendAndWait({ page, product, bytes: await tones() });
  await page.goto(address(id));
  await expect(slider(page)).toBeVisible();
});

/** Plays two of the five seconds and pauses. */
async function hearHalf(page: Page) {
  await play(page);
  await expect.poll(() => currentTime(page)).toBeGreaterThan(2);
  await pause(page);
  return currentTime(page);
}

test('the player offers the last position until playback resumes there', async ({ signedIn: page }) => {
  const leftAt = await hearHalf(page);
  await page.reload();
  await expect(bar(page).getByText(/^Você parou em 0:0[2-4]\./)).toBeVisible();
  await expect.poll(() => currentTime(page)).toBeCloseTo(leftAt, 0);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^0:0[2-4] de 0:05/);
  await bar(page)
    .getByRole('button', { name: /^Continuar de 0:0[2-4]$/ })
    .click();
  await expect(bar(page).getByText(/^Você parou em/)).toBeHidden();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(leftAt);

  // A recording played to its end must start at the beginning on the next visit.
  await expect(bar(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(4.9);
  await page.reload();
  await expect(slider(page)).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
  expect(await currentTime(page)).toBe(0);
});

test('the player plays from the beginning by one press, and a time in the address overrides the position', async ({
  signedIn: page,
}) => {
  await hearHalf(page);
  // A result of the search opens silently.
  await page.goto(`${address(id)}?t=1&q=nada`);
  await expect.poll(() => currentTime(page)).toBeCloseTo(1);
  await expect(bar(page).getByText(/^Você parou em/)).toBeHidden();
  await page.goto(`${address(id)}?t=0&q=nada`);
  await expect(slider(page)).toBeVisible();
  await page.waitForTimeout(300);
  expect(await currentTime(page)).toBe(0);
  // Seeking without playing must not change the stored position.
  await page.goto(address(id));
  await bar(page).getByRole('button', { name: 'Ouvir do começo' }).click();
  await expect.poll(() => currentTime(page)).toBeLessThan(1.5);
  await expect(bar(page).getByRole('button', { name: 'Pausar' })).toBeVisible();
});

test('the player stores the position when the user follows a link during playback', async ({
  signedIn: page,
}) => {
  await play(page);
  await expect.poll(() => currentTime(page)).toBeGreaterThan(2.6);
  await page.getByRole('link', { name: 'Minhas transcrições' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minhas Transcrições');
  expect(await storedPositions(page)).toEqual([`${storageKeys.leftOff}.${id}`]);
});

test('a deletion removes the stored position, undo restores it, and signing out removes it', async ({
  signedIn: page,
}) => {
  await hearHalf(page);
  await choose(page, 'Mais opções', 'Excluir');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(toastOf(page, 'Transcrição excluída.')).toBeVisible();
  expect(await storedPositions(page)).toEqual([]);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(bar(page).getByText(/^Você parou em/)).toBeVisible();
  await page.getByRole('link', { name: 'Minhas transcrições' }).last().click();
  await page.getByRole('button', { name: 'Excluir aula.mp3' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(toastOf(page, 'Transcrição excluída.')).toBeVisible();
  expect(await storedPositions(page)).toEqual([]);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(() => storedPositions(page)).toHaveLength(1);

  await page.goto(address(id));
  await bar(page)
    .getByRole('button', { name: /^Continuar/ })
    .click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.waitForTimeout(2_500);
  expect(await storedPositions(page)).toEqual([]);
});

test.describe('on a touch device', () => {
  test.use({ hasTouch: true, isMobile: true });
  test('the page offers the list of shortcuts after the first key of a hardware keyboard', {
    tag: '@phone',
  }, async ({ signedIn: page }) => {
    const more = page.getByRole('button', { name: 'Mais opções' });
    const shortcuts = page.getByRole('menuitem', { name: 'Atalhos do teclado' });
    const rename = page.getByRole('menuitem', { name: 'Mudar o título' });
    await expect(bar(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
    await more.click();
    await expect(rename).toBeVisible();
    await expect(shortcuts).toHaveCount(0);
    // Keys in a field do not count, because an on-screen keyboard may send them.
    await rename.click();
    await page.keyboard.type('Aula');
    await page.keyboard.press('Escape');
    await more.click();
    await expect(rename).toBeVisible();
    await expect(shortcuts).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await more.click();
    await expect(shortcuts).toBeVisible();
  });
});

test('the player always offers the list of shortcuts on a device with a mouse', async ({
  signedIn: page,
}) => {
  await expect(bar(page).getByRole('button', { name: 'Atalhos do teclado' })).toBeVisible();
});
