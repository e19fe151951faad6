import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { paths } from '#web/app/paths.ts';
import {
  editor,
  type Heard,
  isPaused,
  openHeard,
  playedMs,
  tabTo,
  type World,
} from '../fixtures/doubtful-text.ts';
import { expect, expectNoAxeViolations, test } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

/** Two minutes of sound. */
const sentenceCount = 40;
const said = 'A reunião decidiu comprar mesas novas';
/** In every fourth sentence the engine heard another third word, and was not sure of it. */
const isWrong = (at: number) => at % 4 === 1;
const rightWord = 'decidiu';
const heardWord = 'dedeciu';

const planted = (count: number): Heard[] =>
  Array.from({ length: count }, (_, at) =>
    isWrong(at) ? [said.replace(rightWord, heardWord), { [heardWord]: 0.3 }] : [said],
  );
const openPlanted = (world: World, count = sentenceCount) => openHeard(world, planted(count));

const time = (page: Page, id: number) =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator(`[data-segment="${id}"]`) })
    .getByRole('button', { name: /Ouvir a partir de/ });
async function startEditing(page: Page) {
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await editor(page, 0).focus();
}

/** Records how long after each key the sound stood still, for the keys that found it playing. */
const watchPauses = (page: Page) =>
  page.evaluate(`(() => {
    window.pauses = [];
    const audio = document.querySelector('audio');
    let pressed;
    document.addEventListener('keydown', (event) => {
      pressed = event.key.length === 1 && !event.ctrlKey && !audio.paused ? event.timeStamp : undefined;
    }, { capture: true });
    document.addEventListener('input', () => {
      if (pressed !== undefined) window.pauses.push({ paused: audio.paused, ms: performance.now() - pressed });
    }, { capture: true });
  })()`);

test('typing pauses the sound at once, and it goes on by itself a little earlier', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openPlanted({ page, product, db }, 5);
  await startEditing(page);
  await watchPauses(page);
  await page.keyboard.press('Control+Space');
  await expect.poll(() => playedMs(page)).toBeGreaterThan(2_000);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  const pauses = await page.evaluate<{ paused: boolean }[]>('window.pauses');
  expect(pauses.map(({ paused }) => paused)).toEqual([true]);
  const stoodAtMs = await playedMs(page);
  await expect.poll(() => isPaused(page)).toBe(false);
  const wentOnAtMs = await playedMs(page);
  expect(wentOnAtMs).toBeLessThan(stoodAtMs - 500);
  expect(wentOnAtMs).toBeGreaterThan(stoodAtMs - 1_600);

  // A person who pauses by key decides alone when it goes on.
  await page.keyboard.press('Control+Space');
  expect(await isPaused(page)).toBe(true);
  await page.keyboard.type('!');
  await page.waitForTimeout(1_500);
  expect(await isPaused(page)).toBe(true);
  await page.keyboard.press('Control+l');
  await expect.poll(() => playedMs(page)).toBeGreaterThan(wentOnAtMs + 4_000);
  await page.keyboard.press('Control+j');
  await expect.poll(() => playedMs(page)).toBeLessThan(wentOnAtMs + 2_000);
  await expect(editor(page, 0)).toHaveText(`${said}!!`);
});

test('a person with a keyboard alone corrects ten errors in two minutes of sound', async ({
  signedIn: page,
  product,
  db,
}) => {
  test.setTimeout(240_000);
  const { read } = await openPlanted({ page, product, db });
  await watchPauses(page);
  await tabTo(page, 'button:has-text("Editar texto")');
  await page.keyboard.press('Enter');
  await tabTo(page, '[contenteditable]');
  await page.keyboard.press('Control+Space');
  for (let at = 0; at < sentenceCount; at += 1) {
    await expect(editor(page, at)).toBeFocused();
    if (isWrong(at)) {
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+ArrowRight');
      await page.keyboard.press('Control+ArrowRight');
      await page.keyboard.press('Control+Shift+ArrowRight');
      await expect.poll(() => isPaused(page)).toBe(false);
      // On Linux, Ctrl with an arrow stops at the ends of words.
      await page.keyboard.type(` ${rightWord}`);
      expect(await isPaused(page)).toBe(true);
    }
    if (at < sentenceCount - 1) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(time(page, sentenceCount - 1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(time(page, sentenceCount - 1)).toBeFocused();
  await expect
    .poll(async () => (await read()).segments.map(({ text }) => text))
    .toEqual(Array.from({ length: sentenceCount }, () => said));
  const pauses = await page.evaluate<{ paused: boolean; ms: number }[]>('window.pauses');
  expect(pauses).toHaveLength(10);
  expect(pauses.every(({ paused }) => paused)).toBe(true);
  const slowestMs = Math.round(Math.max(...pauses.map(({ ms }) => ms)));
  test.info().annotations.push({ type: 'from key to pause, at most', description: `${slowestMs} ms` });
});

test('a letter that is being composed keeps the sound paused until it is there', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openPlanted({ page, product, db }, 5);
  await startEditing(page);
  await page.keyboard.press('Control+Space');
  await expect.poll(() => isPaused(page)).toBe(false);
  // A dead key: the browser holds the accent back, as Windows, macOS and Linux do for á and ã.
  const keys = await page.context().newCDPSession(page);
  await keys.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 });
  expect(await isPaused(page)).toBe(true);
  await page.waitForTimeout(1_800);
  expect(await isPaused(page)).toBe(true);
  await keys.send('Input.insertText', { text: 'á' });
  await expect.poll(() => isPaused(page)).toBe(false);
  await expect(editor(page, 0)).toContainText('á');
});

test('doubtful words stay underlined during an edit until their correction', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openPlanted({ page, product, db }, 8);
  await startEditing(page);
  const underlined = () =>
    page.evaluate<string[]>(
      "[...(CSS.highlights.get('transcript-doubtful') ?? [])].map((range) => range.toString())",
    );
  await expect.poll(underlined).toEqual([heardWord, heardWord]);
  await editor(page, 1).fill(said);
  await expect.poll(underlined).toEqual([heardWord]);
  await page.keyboard.press('Control+z');
  await expect.poll(underlined).toEqual([heardWord, heardWord]);
  await page.getByRole('button', { name: 'Concluir edição' }).click();
  await expect.poll(underlined).toEqual([]);
});

test('the list of keys has both groups, and its switch leaves the sound on while writing', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openPlanted({ page, product, db }, 5);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await expect(list.getByRole('table', { name: 'Ao ler' })).toBeVisible();
  await expect(list.getByRole('row', { name: /Ctrl \+ Espaço/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await list.getByRole('switch', { name: 'Pausar enquanto escrevo' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await startEditing(page);
  await page.keyboard.press('Control+Space');
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.keyboard.type('abc');
  expect(await isPaused(page)).toBe(false);
});

test('Escape leaves the passage and then the edit, also in a text without sound', async ({
  signedIn: page,
  product,
  db,
}) => {
  const transcript = await heardTranscript(
    page,
    product,
    Array.from({ length: 5 }, () => said),
  );
  await db.update(transcriptions).set({ audioType: null }).where(eq(transcriptions.id, transcript.jobId));
  await page.goto(paths.transcription(transcript.jobId));
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await editor(page, 3).focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-index="3"]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a row above the keyboard plays, finds doubts and keeps the passage in view', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openPlanted({ page, product, db }, 20);
    // The browser of this test has no keyboard on its screen, so the height of the visible part is set.
    const keyboardPx = 320;
    await page.evaluate(`(() => {
      let height = innerHeight;
      Object.defineProperty(visualViewport, 'height', { get: () => height });
      window.openKeyboard = (px) => {
        height = innerHeight - px;
        visualViewport.dispatchEvent(new Event('resize'));
      };
    })()`);
    await page.getByRole('button', { name: 'Editar texto' }).tap();
    await editor(page, 8).scrollIntoViewIfNeeded();
    await editor(page, 8).tap();
    const row = page.getByRole('region', { name: 'Som e dúvidas' });
    await expect(row).toHaveCount(0);
    await page.evaluate(`openKeyboard(${keyboardPx})`);
    const box = await row.boundingBox();
    expect(box === null ? 0 : box.y + box.height).toBe(740 - keyboardPx);
    expect(box?.height).toBe(44);

    await row.getByRole('button', { name: 'Próxima dúvida' }).tap();
    await expect(editor(page, 9)).toBeFocused();
    expect(await page.evaluate('getSelection().toString()')).toBe(heardWord);
    await page.keyboard.type(rightWord);
    await expect(editor(page, 9)).toHaveText(said);
    const line = await editor(page, 9).boundingBox();
    expect((line?.y ?? 999) + (line?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    await row.getByRole('button', { name: 'Tocar' }).tap();
    await expect.poll(() => isPaused(page)).toBe(false);
    // It plays the doubt from a little before.
    expect(await playedMs(page)).toBeGreaterThan(25_000);
    expect(await playedMs(page)).toBeLessThan(29_000);
    await expect(editor(page, 9)).toBeFocused();
    const playing = await editor(page, 9).boundingBox();
    expect((playing?.y ?? 999) + (playing?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    for (const button of await row.getByRole('button').all()) {
      const size = await button.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    await page.screenshot({ path: test.info().outputPath('keyboard-row.png') });
    await expectNoAxeViolations(page);
    await row.getByRole('button', { name: 'Pronto' }).tap();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(row).toHaveCount(0);
  });
});
