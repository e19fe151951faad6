import type { Page } from '@playwright/test';
import { editor, type Heard, isPaused, openHeard } from '../fixtures/doubtful-text.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { bar, checkedOf, decidedOf, listen, selected, start } from '../fixtures/reviewed-text.ts';

const heard: Heard[] = [
  ['Bom dia a todos'],
  ['Falou o senhor Kovalski, presidente', { 'Kovalski,': 0.1 }],
  ['Tudo certo por aqui'],
  ['Outro senhor kovalski chegou', { kovalski: 0.2 }],
  ['Ninguém foi contra'],
  ['Então kovalski saiu', { kovalski: 0.3 }],
  ['Depois kovalski vutou contra', { kovalski: 0.3, vutou: 0.35 }],
  ['Até a próxima'],
];

const forAll = (page: Page) => bar(page).getByRole('button', { name: /^Vale para as/ });
const takeBack = (page: Page) => bar(page).getByRole('button', { name: 'Desfazer a última confirmação' });

test('a correction for all leaves a passage that the person has confirmed, and its number says so', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await expect(editor(page, 1)).toBeFocused();
  await listen(page);
  // Without a correction, the passage with another doubt does not count.
  await expect(forAll(page)).toHaveText('Vale para as 3 iguais');
  await page.keyboard.press('Enter');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);

  await expect(editor(page, 3)).toBeFocused();
  await expect(forAll(page)).toHaveText('Vale para as 2 iguais');
  await listen(page);
  await page.keyboard.type('Kowalski');
  await expect(forAll(page)).toHaveText('Vale para as 3 iguais');
  await page.keyboard.press('Shift+Enter');
  await expect(editor(page, 5)).toHaveText('Então Kowalski saiu');
  await expect(editor(page, 6)).toHaveText('Depois Kowalski vutou contra');
  await expect(editor(page, 1)).toHaveText('Falou o senhor Kovalski, presidente');
  await expect.poll(() => checkedOf(page, review)).toContain(1);
});

test('a word that nobody understands says nothing about the equal ones', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await listen(page);
  await page.keyboard.press('Control+i');
  await expect(forAll(page)).toHaveCount(0);
  await page.keyboard.press('Shift+Enter');
  await expect(editor(page, 3)).toBeFocused();
  await expect(editor(page, 3)).toHaveText('Outro senhor kovalski chegou');
  await expect(editor(page, 1)).toHaveText('Falou o senhor [inaudível] presidente');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);
});

test('a correction for all can be taken back, and applied again', async ({ signedIn: page, product, db }) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await listen(page);
  await page.keyboard.type('Kowalski,');
  await page.keyboard.press('Shift+Enter');
  await expect(editor(page, 6)).toBeFocused();
  await expect(editor(page, 5)).toHaveText('Então Kowalski saiu');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);

  await takeBack(page).click();
  await expect(editor(page, 1)).toBeFocused();
  await expect(bar(page)).toContainText('Confirmação desfeita.');
  expect(await selected(page)).toBe('Kowalski,');
  await expect(editor(page, 1)).toHaveText('Falou o senhor Kowalski, presidente');
  await expect(editor(page, 5)).toHaveText('Então kovalski saiu');
  await expect.poll(() => checkedOf(page, review)).toEqual([]);
  await expect(takeBack(page)).toBeDisabled();

  await expect(forAll(page)).toHaveText('Vale para as 4 iguais');
  await listen(page);
  await page.keyboard.press('Shift+Enter');
  await expect(editor(page, 5)).toHaveText('Então Kowalski saiu');
});

test('one Escape ends the review, stops its sound, and keeps the place', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  expect(await isPaused(page)).toBe(true);
  await expect(page.locator('li:focus-within [data-segment="1"], li:focus [data-segment="1"]')).toHaveCount(
    1,
  );
});

test('the review opens a collapsed text', async ({ signedIn: page, product, db }) => {
  await openHeard({ page, product, db }, heard);
  await page.getByRole('button', { name: 'Recolher texto' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Abrir texto inteiro' })).toBeAttached();
  await start(page, 4).click();
  await expect(editor(page, 1)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Recolher texto' })).toBeAttached();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the caret goes along to the next passage while the keyboard is open', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openHeard({ page, product, db }, heard);
    await start(page, 4).tap();
    await bar(page).getByRole('button', { name: 'Corrigir' }).tap();
    await expect(editor(page, 1)).toBeFocused();
    const swipe = await page.context().newCDPSession(page);
    const y = ((await bar(page).boundingBox())?.y ?? 0) + 20;
    await swipe.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y }] });
    await swipe.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 150, y }] });
    await swipe.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(editor(page, 3)).toBeFocused();
    await page.keyboard.type('Kowalski');
    await expect(editor(page, 3)).toHaveText('Outro senhor Kowalski chegou');
    await expect(editor(page, 1)).toHaveText('Falou o senhor Kovalski, presidente');
  });
});

test('equal words that the person has not heard leave the list, but are not confirmed', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await listen(page);
  await page.keyboard.press('Shift+Enter');
  await expect(editor(page, 6)).toBeFocused();
  await expect.poll(() => decidedOf(page, review)).toEqual({ heard: [1], unheard: [3, 5] });
  await takeBack(page).click();
  await expect(bar(page)).toContainText('Faltam 4');
  await expect.poll(() => decidedOf(page, review)).toEqual({ heard: [], unheard: [] });
});
