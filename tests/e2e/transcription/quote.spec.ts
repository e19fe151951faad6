import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { type Heard, isPaused, openHeard, playedMs, type World } from '../fixtures/doubtful-text.ts';
import { expect, expectNoAxeViolations, test, toastOf } from '../fixtures/fixtures.ts';
import { selectWords } from '../fixtures/selected-words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const heard: Heard[] = [
  ['Bom dia a todos.'],
  ['Eu não vi o semáforo fechado.', { semáforo: 0.3 }],
  ['Depois o carro parou.'],
  ['Até a próxima.'],
];

const openText = (world: World) => openHeard(world, heard);

/** The list draws only the rows in view of a text with so many passages. */
async function openLong(world: World, passages: number) {
  const opened = await openHeard(world, heard);
  const [first] = (await opened.read()).segments as StoredSegment[];
  const segments = Array.from({ length: passages }, (_, id): StoredSegment => {
    const text = `Passagem ${id} de uma longa audiência.`;
    const speaker = String(Math.floor(id / 20));
    return { ...first, id, text, words: undefined, speaker, start_ms: id * 1_000, end_ms: id * 1_000 + 900 };
  });
  await world.db
    .update(transcripts)
    .set({ segments, text: transcriptText(segments) })
    .where(eq(transcripts.transcriptionId, opened.jobId));
  await world.page.goto(opened.url);
  await expect(world.page.locator('[data-segment="0"]')).toContainText('Passagem 0');
  await expect(world.page.getByRole('button', { name: 'Tocar', exact: true })).toBeVisible();
  // New elements for the words would end a selection that a script makes at once.
  await expect(world.page.locator('[data-segment="1"] [data-word]').first()).toBeVisible();
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Fala selecionada' });
const menu = (page: Page) => page.getByRole('menu', { name: 'Estilo da citação' });
const openMenu = (page: Page) => bar(page).getByRole('button', { name: 'Estilo da citação e mais' }).click();
const text = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const html = (page: Page) =>
  page.evaluate<string>(
    'navigator.clipboard.read().then(([item]) => item.getType("text/html")).then((blob) => blob.text())',
  );
const selectSemaphore = (page: Page) =>
  selectWords(page, { segment: 1, word: 'vi' }, { segment: 1, word: 'semáforo' });

test('a selection is copied as a citation, in text and HTML, with whole words and their time', {
  tag: '@always',
}, async ({ signedIn: page, product, db }) => {
  await openText({ page, product, db });
  // From the middle of a word to the middle of another.
  await selectWords(page, { segment: 1, word: 'ão' }, { segment: 1, word: 'semá' });
  await expect(bar(page)).toBeVisible();
  const selection = await page.evaluate<{ top: number; bottom: number }>(
    'getSelection().getRangeAt(0).getBoundingClientRect().toJSON()',
  );
  const box = await bar(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0) <= selection.top || (box?.y ?? 0) >= selection.bottom).toBe(true);
  await bar(page).getByRole('button', { name: 'Citar' }).click();
  await expect(toastOf(page, 'Citação copiada: Curta')).toBeVisible();
  expect(await text(page)).toMatch(/^“\[…\] não vi o semáforo \[…\]” \(.+, 00:00:03/);
  expect(await html(page)).toContain('não vi o semáforo');
  // A press in the text still plays its word, and ends the selection.
  await page.mouse.click(5, 300);
  await expect(bar(page)).toHaveCount(0);
});

test('the keys cite, play, link and leave a selection', async ({ signedIn: page, product, db }) => {
  const { url } = await openText({ page, product, db });
  await selectSemaphore(page);
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('c');
  await expect.poll(() => text(page)).toContain('vi o semáforo');
  await page.keyboard.press('l');
  await expect.poll(() => text(page)).toBe(`${new URL(url, product.url).href}?t=4`);
  expect(await playedMs(page)).toBe(0);

  await page.keyboard.press('Enter');
  await expect.poll(() => isPaused(page)).toBe(false);
  await expect.poll(() => isPaused(page), { timeout: 15_000 }).toBe(true);
  const endedMs = await playedMs(page);
  // The last selected word ends at 5.5 s.
  expect(endedMs).toBeGreaterThan(5_400);
  expect(endedMs).toBeLessThan(6_500);

  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  // Without a selection the letters are the player's again.
  await page.keyboard.press('Home');
  await page.keyboard.press('l');
  await expect.poll(() => playedMs(page)).toBeGreaterThan(4_000);
});

test('the menu shows each style with the selection in it, and the chosen one stays', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openText({ page, product, db });
  await selectWords(page, { segment: 1, word: 'Eu' }, { segment: 2, word: 'parou' });
  await openMenu(page);
  const styles = menu(page).getByRole('menuitemradio');
  await expect(styles).toHaveCount(5);
  for (const style of await styles.all()) await expect(style).toContainText('semáforo');
  // The words that the engine was not sure of could be wrong in a petition.
  await expect(menu(page)).toContainText('Uma palavra em dúvida. Ouça antes de citar.');
  await expectNoAxeViolations(page);
  await styles.filter({ hasText: 'Markdown' }).click();
  await expect(toastOf(page, 'Citação copiada: Markdown')).toBeVisible();
  expect(await text(page)).toContain('> ');

  await page.reload();
  // The words become elements a moment after their text, and a selection of the text would end.
  await expect(page.locator('[data-segment="1"] [data-word]').first()).toBeVisible();
  await selectSemaphore(page);
  await expect(bar(page).getByRole('button', { name: 'Citar' })).toHaveAttribute('title', /Markdown/);
});

test('a copied link opens at its passage, marks it and plays, once', async ({
  signedIn: page,
  product,
  db,
  context,
}) => {
  const { url } = await openHeard({ page, product, db }, heard);
  const other = await context.newPage();
  await other.goto(`${new URL(url, product.url).href}?t=4`);
  await expect(other.locator('[data-cited]')).toContainText('semáforo');
  await expect(other.locator('audio')).toBeAttached();
  await expect.poll(() => isPaused(other)).toBe(false);
  await expect.poll(() => playedMs(other)).toBeGreaterThanOrEqual(4_000);
  await other.reload();
  await expect(other.getByRole('button', { name: 'Tocar', exact: true })).toBeVisible();
  await expect(other.locator('[data-segment="1"]')).toContainText('semáforo');
  expect(await isPaused(other)).toBe(true);
});

test('where the browser refuses to play without a press, the player waits without a fault', async ({
  signedIn: page,
  product,
  db,
  context,
}) => {
  const { url } = await openHeard({ page, product, db }, heard);
  const other = await context.newPage();
  await other.addInitScript(`
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      return navigator.userActivation.hasBeenActive
        ? play.call(this)
        : Promise.reject(new DOMException('no press', 'NotAllowedError'));
    };`);
  await other.goto(`${new URL(url, product.url).href}?t=4`);
  await expect(other.locator('[data-cited]')).toContainText('semáforo');
  const button = other.getByRole('button', { name: 'Tocar', exact: true });
  await expect(button).toBeVisible();
  await expect(other.getByText('O navegador bloqueou o som')).toHaveCount(0);
  await button.click();
  await expect.poll(() => isPaused(other)).toBe(false);
});

test('a selection keeps its first words when their row is far out of view', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openLong({ page, product, db }, 600);
  await selectWords(page, { segment: 1, word: 'longa' }, { segment: 1, word: 'longa' });
  await expect(bar(page)).toBeVisible();
  await page.evaluate('window.scrollTo(0, 6000)');
  await expect(page.locator('[data-segment="60"]')).toHaveCount(0);
  // Out of view the bar takes no focus, and its keys still work.
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press('c');
  await expect.poll(() => text(page)).toMatch(/^“\[…\] longa \[…\]” \(Pessoa 1, 00:00:01/);

  await page.keyboard.down('Shift');
  await page.mouse.click(700, 450);
  await page.keyboard.up('Shift');
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('c');
  await expect.poll(() => text(page)).toMatch(/^“\[…\] longa audiência. Passagem 2 .+Passagem 99 /s);
});

test('a selection of the whole page cites the whole text, beside its left edge', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openLong({ page, product, db }, 600);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toBeVisible();
  const box = await page.getByRole('region', { name: 'Texto da transcrição' }).boundingBox();
  expect((await bar(page).boundingBox())?.x).toBeGreaterThanOrEqual(box?.x ?? 9_999);
  await page.keyboard.press('c');
  await expect.poll(() => text(page)).toMatch(/^“Passagem 0 .+Passagem 599 de uma longa audiência.”/s);
  await openMenu(page);
  await expect(menu(page).getByRole('menuitemradio').first()).toContainText(
    /^CurtaPassagem 0|^Curta“Passagem 0/,
  );
});

test('the bar is gone while its words move, so that it covers none of them', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openLong({ page, product, db }, 600);
  await selectWords(page, { segment: 25, word: 'longa' }, { segment: 25, word: 'longa' });
  await expect(bar(page)).toHaveCSS('opacity', '1');
  const moving = await page.evaluate<string>(`new Promise((resolve) => {
    window.scrollBy(0, 60);
    const look = () => resolve(getComputedStyle(document.querySelector('.quote-bar')).opacity);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(look)));
  })`);
  expect(moving).toBe('0');
  await expect(bar(page)).toHaveCSS('opacity', '1');
});

test('Tab goes through the bar and on, and Escape leaves the focus where it was', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openText({ page, product, db });
  await selectSemaphore(page);
  await expect(bar(page)).toBeVisible();
  const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
  const from = await page.evaluate<string>('document.activeElement.tagName');
  for (const _ of await bar(page).getByRole('button').all()) await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Voltar 5 segundos');
  await page.keyboard.press('Tab');
  expect(await bar(page).locator(':focus').count()).toBe(0);

  await page.locator(from).focus();
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  expect(await page.evaluate('document.activeElement.tagName')).toBe(from);
});

test('the style can be changed after the selection has gone, and a held key copies once', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openText({ page, product, db });
  await selectSemaphore(page);
  await expect(bar(page)).toBeVisible();
  for (let repeats = 0; repeats < 4; repeats += 1) await page.keyboard.down('c');
  await page.keyboard.up('c');
  await page.keyboard.press('c');
  await expect(toastOf(page, 'Citação copiada: Curta')).toHaveCount(1);
  await page.mouse.click(5, 300);
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Mudar o estilo' }).click();
  await menu(page).getByRole('menuitemradio', { name: 'Petição' }).click();
  await expect.poll(() => text(page)).toMatch(/vi o semáforo .+Depoimento|vi o semáforo .+Mídia/);
  // The menu does not open by itself with other words.
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await selectSemaphore(page);
  await expect(bar(page)).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
});

test('nothing covers the text while a person writes', async ({ signedIn: page, product, db }) => {
  await openText({ page, product, db });
  await selectSemaphore(page);
  await expect(bar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await selectSemaphore(page);
  await page.waitForTimeout(400);
  await expect(bar(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the bar stands above the player, with large buttons', async ({ signedIn: page, product, db }) => {
    await openText({ page, product, db });
    await page.evaluate(`(() => {
      const text = document.querySelector('[data-segment="1"] [data-text]');
      getSelection().selectAllChildren(text);
    })()`);
    await expect(bar(page)).toBeVisible();
    const [own, player] = [
      await bar(page).boundingBox(),
      await page.getByRole('region', { name: 'Ouvir a gravação' }).boundingBox(),
    ];
    expect((own?.y ?? 999) + (own?.height ?? 0)).toBeLessThanOrEqual(player?.y ?? 0);
    // In one row, because the toast stands above it.
    expect(own?.height).toBeLessThan(68);
    for (const button of await bar(page).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await expectNoAxeViolations(page);
    await bar(page).getByRole('button', { name: 'Citar' }).tap();
    const toast = toastOf(page, 'Citação copiada: Curta');
    await expect(toast).toBeVisible();
    // The next words can be cited at once.
    await bar(page).getByRole('button', { name: 'Citar' }).tap({ trial: true });
    await expect(toast).toBeVisible();
  });

  test('the bar leaves the foot of the window to words that are there', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openLong({ page, product, db }, 60);
    await page.evaluate(`(() => {
      const player = document.querySelector('.bottom-bar').getBoundingClientRect();
      const texts = [...document.querySelectorAll('[data-segment] [data-text]')];
      const low = texts.findLast((text) => text.getBoundingClientRect().bottom <= player.top);
      getSelection().selectAllChildren(low);
    })()`);
    await expect(bar(page)).toBeVisible();
    const words = await page.evaluate<{ top: number }>(
      'getSelection().getRangeAt(0).getBoundingClientRect().toJSON()',
    );
    await expect
      .poll(async () => {
        const box = await bar(page).boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThan(words.top);
  });
});
