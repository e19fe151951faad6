import type { Page } from '@playwright/test';
import { paths } from '#web/app/paths.ts';
import { editor, type Heard, isPaused, openHeard, playedMs, tabTo } from '../fixtures/doubtful-text.ts';
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, test } from '../fixtures/fixtures.ts';
import { bar, checkedOf, holdSound, listen, selected, start } from '../fixtures/reviewed-text.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

const heard: Heard[] = [
  ['Bom dia a todos'],
  ['A reunião dedeciu comprar mesas', { dedeciu: 0.2 }],
  ['Tudo certo por aqui'],
  ['Falou o senhor Kovalski, presidente', { 'Kovalski,': 0.45 }],
  ['Ninguém foi contra'],
  ['Então kovalski saiu', { kovalski: 0.5 }],
  ['O vutamento foi no fim', { vutamento: 0.1 }],
  ['Até a próxima'],
];

const done = (page: Page) => page.locator('.transcript-header').getByText('Conferido', { exact: true });

test('a person with a keyboard alone reviews every doubt, worst first', { tag: '@always' }, async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await expect(start(page, 4)).toBeVisible();
  const letGo = await holdSound(page);
  await tabTo(page, 'button:has-text("Conferir 4")');
  await page.keyboard.press('Enter');

  await expect(editor(page, 6)).toBeFocused();
  expect(await selected(page)).toBe('vutamento');
  await expect(bar(page)).toContainText('Faltam 4');
  // Nothing is confirmed that the person did not hear.
  await expect.poll(() => isPaused(page)).toBe(true);
  await letGo();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Ouça o trecho até o fim');
  await listen(page);
  expect(await playedMs(page)).toBeGreaterThan(19_000);
  await page.keyboard.type('votação');
  await page.keyboard.press('Enter');

  await expect(editor(page, 1)).toBeFocused();
  expect(await selected(page)).toBe('dedeciu');
  await page.keyboard.press('Tab');
  await expect(editor(page, 3)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(editor(page, 1)).toBeFocused();
  await listen(page);
  await page.keyboard.press('End');
  await page.keyboard.type(' novas');
  await page.keyboard.press('Control+i');
  await expect(editor(page, 1)).toHaveText('A reunião [inaudível] comprar mesas novas');
  await page.keyboard.press('Enter');

  await expect(editor(page, 3)).toBeFocused();
  await expect(bar(page).getByRole('button', { name: 'Vale para as 2 iguais' })).toBeVisible();
  await listen(page);
  await page.keyboard.type('Kowalski,');
  await page.keyboard.press('End');
  await page.keyboard.type(' eleito');
  await page.keyboard.press('Shift+Enter');
  await expect(editor(page, 3)).toHaveText('Falou o senhor Kowalski, presidente eleito');
  await expect(editor(page, 5)).toHaveText('Então Kowalski saiu');
  await expect(bar(page)).toContainText('Tudo conferido.');

  await bar(page).getByRole('button', { name: 'Concluir' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(done(page)).toBeVisible();
  await expect.poll(() => checkedOf(page, review)).toEqual([1, 3, 6]);
  expect((await review.read()).segments.map(({ text }) => text).join(' ')).toContain('O votação foi no fim');

  await page.reload();
  await expect(done(page)).toBeVisible();
});

test('the sound of a doubt ends with the word after it, slower, and the chosen speed returns', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHeard({ page, product, db }, heard);
  const rate = () => page.evaluate<number>('document.querySelector("audio").playbackRate');
  await start(page, 4).click();
  await expect.poll(rate).toBe(0.8);
  await expect.poll(() => isPaused(page), { timeout: 15_000 }).toBe(true);
  const endedMs = await playedMs(page);
  // In the seventh sentence, which begins at 18.2 s, each of the five words lasts 0.55 s. The word is the second.
  expect(endedMs).toBeGreaterThanOrEqual(19_800);
  expect(endedMs).toBeLessThan(20_500);
  expect(await rate()).toBe(1);
});

test('confirmed passages have full ink, lapse with another text, and continue on another device', async ({
  signedIn: page,
  product,
  db,
  browser,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await expect(editor(page, 6)).toBeFocused();
  const inkOf = (id: number) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('[data-segment="${id}"] [data-text]')).color`,
    );
  const soft = await inkOf(6);
  await listen(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => inkOf(6)).not.toBe(soft);
  await expect.poll(() => checkedOf(page, review)).toEqual([6]);

  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const phone = await other.newPage();
  await phone.goto(new URL(review.url, product.url).href);
  await expect(start(phone, 3)).toBeVisible();
  await other.close();

  await editor(page, 6).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect.poll(() => inkOf(6)).toBe(soft);
  await expect.poll(() => checkedOf(page, review)).toEqual([]);
  await expect(bar(page)).toContainText('Faltam 4');
});

test('confirmations made without a connection arrive later, also after a closed tab', async ({
  signedIn: page,
  product,
  db,
  expectedNoise,
}) => {
  expectedNoise.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await expect(editor(page, 6)).toBeFocused();
  await page.route('**/checks', (route) => route.abort('internetdisconnected'));
  await listen(page);
  await page.keyboard.press('Enter');
  await expect(editor(page, 1)).toBeFocused();
  await listen(page);
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Faltam 2');
  expect(await checkedOf(page, review)).toEqual([]);
  await page.unroute('**/checks');
  await page.goto(review.url);
  await expect.poll(() => checkedOf(page, review)).toEqual([1, 6]);
  await expect(start(page, 2)).toBeVisible();
});

test('an answer that is lost after the server has the confirmation confirms it once', async ({
  signedIn: page,
  product,
  db,
  expectedNoise,
}) => {
  expectedNoise.push(/Failed to load resource|net::ERR/);
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await expect(editor(page, 6)).toBeFocused();
  let lost = 0;
  await page.route('**/checks', async (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.continue();
    await route.fetch();
    lost += 1;
    return route.abort('connectionreset');
  });
  await listen(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => lost).toBe(1);
  expect(await checkedOf(page, review)).toEqual([6]);
  const repeated = page.waitForResponse(
    (answer) => answer.url().endsWith('/checks') && answer.request().method() === 'PATCH',
  );
  expect((await repeated).status()).toBe(200);
  expect(await checkedOf(page, review)).toEqual([6]);
  await expect(bar(page)).toContainText('Faltam 3');
});

test('a passage that another tab changed is not confirmed, and the new text appears', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  const other = await page.context().newPage();
  await other.goto(new URL(review.url, product.url).href);
  await start(page, 4).click();
  await expect(editor(page, 6)).toBeFocused();

  await other.getByRole('button', { name: 'Editar texto' }).click();
  await editor(other, 6).fill('O vutamento ficou para depois');
  await expect(other.getByText('Tudo salvo')).toBeVisible();

  await page.bringToFront();
  await bar(page).getByRole('button', { name: 'Ouvir de novo' }).click();
  await listen(page);
  await editor(page, 6).focus();
  await page.keyboard.press('Enter');
  await expect(editor(page, 6)).toHaveText('O vutamento ficou para depois');
  await expect(bar(page)).toContainText('Faltam 4');
  expect(await checkedOf(page, review)).toEqual([]);
});

test('the keys act on the passage in hand, and a confirmation can be taken back', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 4).click();
  await expect(editor(page, 6)).toBeFocused();
  await listen(page);
  // In another passage these are the keys of the edit.
  await editor(page, 2).click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+i');
  await expect(editor(page, 2)).toHaveText('Tudo certo por aqui');
  expect(await checkedOf(page, review)).toEqual([]);

  await bar(page).getByRole('button', { name: 'Ouvir de novo' }).click();
  await listen(page);
  await bar(page).getByRole('button', { name: 'Certo' }).click();
  await expect.poll(() => checkedOf(page, review)).toEqual([6]);
  await bar(page).getByRole('button', { name: 'Desfazer a última confirmação' }).click();
  await expect(bar(page)).toContainText('vutamento');
  await expect(bar(page)).toContainText('Faltam 4');
  await expect.poll(() => checkedOf(page, review)).toEqual([]);
});

test('equal words that share a passage with another doubt stay open, and the sound ends with the review', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, [
    ['Bom dia a todos'],
    ['O senhor Kovalski saiu', { Kovalski: 0.2 }],
    ['Depois kovalski vutou contra', { kovalski: 0.3, vutou: 0.4 }],
    ['Até a próxima'],
  ]);
  await start(page, 2).click();
  await expect(editor(page, 1)).toBeFocused();
  await listen(page);
  await page.keyboard.press('Shift+Enter');
  await expect(editor(page, 2)).toBeFocused();
  await expect(bar(page)).toContainText('Falta 1');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);

  // At the only doubt Tab leaves the text.
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button').first()).toBeFocused();
  await bar(page).getByRole('button', { name: 'Ouvir de novo' }).click();
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(await isPaused(page)).toBe(true);
});

test('a text without doubts and one of an engine without confidences offer no review', async ({
  signedIn: page,
  product,
  db,
}) => {
  const texts = ['Bom dia a todos', 'Até a próxima'];
  await openHeard(
    { page, product, db },
    texts.map((text) => [text]),
  );
  const counted = page.waitForResponse('**/unfamiliar-words');
  await page.reload();
  await counted;
  await expect(page.getByText(/^Conferi/)).toHaveCount(0);

  const { jobId } = await heardTranscript(page, product, texts);
  const confirmed = page.waitForResponse('**/checks');
  await page.goto(paths.transcription(jobId));
  await confirmed;
  await expect(page.getByRole('button', { name: 'Editar texto' })).toBeVisible();
  await expect(page.getByText(/^Conferi/)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the review has large buttons, goes on by swiping, and opens the keyboard only to correct', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openHeard({ page, product, db }, heard);
    await start(page, 4).tap();
    await expect(bar(page)).toContainText('vutamento');
    expect(await page.locator('[contenteditable]:focus').count()).toBe(0);
    for (const name of ['Certo', 'Corrigir']) {
      const size = await bar(page).getByRole('button', { name }).boundingBox();
      expect(size?.height).toBeGreaterThanOrEqual(48);
    }
    const edge = await bar(page).boundingBox();
    await expect
      .poll(async () => {
        const word = await editor(page, 6).boundingBox();
        return (word?.y ?? 999) + (word?.height ?? 0);
      })
      .toBeLessThanOrEqual(edge?.y ?? 0);
    await page.screenshot({ path: test.info().outputPath('review.png') });
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);

    const swipe = await page.context().newCDPSession(page);
    const y = (edge?.y ?? 0) + 20;
    await swipe.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y }] });
    await swipe.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 150, y }] });
    await swipe.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(bar(page)).toContainText('dedeciu');
    await bar(page).getByRole('button', { name: 'Corrigir' }).tap();
    await expect(editor(page, 1)).toBeFocused();
    expect(await selected(page)).toBe('dedeciu');
    await listen(page);
    await page.keyboard.type('decidiu');
    await bar(page).getByRole('button', { name: 'Certo' }).tap();
    await expect(bar(page)).toContainText('Faltam 3');
  });
});
