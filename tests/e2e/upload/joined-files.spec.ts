import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { makeFormat, writeTones } from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, test } from '../fixtures/fixtures.ts';
import { choose as chooseEntry } from '../fixtures/transcription-api.ts';
import { address, choose, chosen, detail, filmOf, picker, sending, submit } from '../fixtures/upload-page.ts';

const nameOf = (number: number) => `PTT-20260131-WA00${number + 10}.opus`;

/** A voice message in which the sandbox hears one digit. */
async function voiceMessage(digit: number) {
  await using folder = await temporaryFolder({ fast: true });
  const tones = [{ key: String(digit), startMs: 400, endMs: 700 }];
  await writeTones(folder.path, { tones, totalMs: 1_500 });
  return { name: nameOf(digit), buffer: await readFile(await makeFormat(folder.path, 'tones.opus')) };
}

const messages = (digits: readonly number[]) => Promise.all(digits.map(voiceMessage));
const join = (page: Page) => page.getByRole('button', { name: 'Juntar em uma transcrição' });
const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const fileNames = (page: Page) => text(page).getByRole('heading', { level: 2 });
const allDigits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

async function pressUntilFocused(page: Page, target: Locator, key: 'Tab' | 'ArrowDown') {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}`);
}

/** Moves the focus by Tab, then presses the key. */
async function pressAt(page: Page, target: Locator, key: string) {
  await pressUntilFocused(page, target, 'Tab');
  await page.keyboard.press(key);
}

test('ten voice messages become one text in two actions, in the order of their dates, each under its name', {
  tag: ['@always', '@phone-too'],
}, async ({ signedIn: page }) => {
  await page.goto(address);
  const sent = await messages([7, 2, 9, 0, 4, 1, 8, 3, 6, 5]);
  await choose(page, ...sent);
  const inOrder = allDigits.map((digit) => new RegExp(`^${digit + 1}º.*${nameOf(digit)}`));
  await expect(chosen(page)).toHaveText(inOrder);
  await join(page).click();
  await expect(page).toHaveURL(detail);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^PTT-20260131-WA0010 e mais 9/);
  await expect(text(page).locator('[data-segment]').first()).toBeVisible({ timeout: 30_000 });
  // The list renders only the rows near the window.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2_000 });
  await expect(fileNames(page)).toHaveText(allDigits.map(nameOf));
  for (const digit of allDigits)
    await expect(text(page).locator('[data-text]').nth(digit)).toHaveText(`${digit}`);
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);

  // The sound of the fourth message plays in its part.
  await text(page).locator('[data-word]').nth(3).click();
  const currentTime = () => page.evaluate<number>("document.querySelector('audio').currentTime");
  await expect.poll(currentTime).toBeGreaterThan(4.5);
  expect(await currentTime()).toBeLessThan(6.5);

  await chooseEntry(page, 'Mais opções', 'Arquivos originais…');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: `Baixar ${nameOf(3)}` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(nameOf(3));
  expect(await readFile(await file.path())).toEqual(sent.find(({ name }) => name === nameOf(3))?.buffer);
  await expectNoAxeViolations(page);
});

test('the same files may become one transcription each', async ({ signedIn: page }) => {
  await page.goto(address);
  await choose(page, ...(await messages([1, 2])));
  await expect(join(page)).toBeVisible();
  await submit(page).click();
  await expect(page.getByRole('link', { name: /^Abrir / })).toHaveCount(2);
});

test('the form offers no joining for one file, for films, or beyond the minutes of the plan', async ({
  signedIn: page,
}) => {
  await page.goto(address);
  const [one, two] = await messages([1, 2]);
  if (one === undefined || two === undefined) throw new Error('two messages were made');
  await choose(page, one);
  await expect(chosen(page)).toHaveCount(1);
  await expect(join(page)).toHaveCount(0);
  await choose(page, two);
  await expect(join(page)).toBeVisible();
  await choose(page, { name: 'film.mp4', mimeType: 'video/mp4', buffer: await filmOf() });
  await expect(chosen(page)).toHaveCount(3);
  await expect(join(page)).toHaveCount(0);
  await expect(page.getByText('Vídeos não se juntam')).toBeVisible();
  await page.getByRole('button', { name: 'Tirar film.mp4' }).click();
  await expect(join(page)).toBeVisible();
  await choose(page, { name: 'longa.mp3', buffer: await recordingOf(598) });
  await expect(page.getByText('Juntos, os arquivos passam de 10 minutos')).toBeVisible();
  await expect(join(page)).toHaveCount(0);
});

test('the keyboard alone joins files, in a profile that has a service worker, and the text prints their names', async ({
  signedIn: page,
}) => {
  await page.goto('/faq');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
  await page.goto(address);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    pressAt(page, picker(page), 'Space'),
  ]);
  const sent = await messages([2, 1]);
  await chooser.setFiles(sent.map((file) => ({ ...file, mimeType: 'audio/ogg' })));
  await pressAt(page, join(page), 'Enter');
  await expect(page).toHaveURL(detail);
  await expect(text(page).locator('[data-word]')).toHaveText(['1', '2'], { timeout: 30_000 });

  await pressAt(page, page.getByRole('button', { name: 'Mais opções' }), 'Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await pressUntilFocused(page, page.getByRole('menuitem', { name: 'Arquivos originais…' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  const download = page.waitForEvent('download');
  await pressAt(page, page.getByRole('link', { name: `Baixar ${nameOf(2)}` }), 'Enter');
  expect((await download).suggestedFilename()).toBe(nameOf(2));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mais opções' })).toBeFocused();

  const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
  const lines = pages.flatMap((each) => each.lines);
  expect(lines.filter((line) => line.startsWith('PTT-') && line.endsWith('.opus'))).toEqual(
    [1, 2].map(nameOf),
  );
});

test.describe('when the server refuses one of the files', () => {
  test.use({ expectedNoise: [/status of 4/] });

  test('the others are not lost: each becomes a transcription, also after a reload', async ({
    signedIn: page,
  }) => {
    await page.goto(address);
    const broken = { name: nameOf(5), buffer: Buffer.from('isto não é um áudio '.repeat(50)) };
    await choose(page, ...(await messages([4, 6])), broken);
    await join(page).click();
    await expect(page.getByText(`«${nameOf(5)}»: Formato de arquivo inválido.`)).toBeVisible();
    await page.reload();
    const separate = page.getByRole('button', { name: 'Enviar cada um em separado' });
    await separate.click();
    await expect(page.getByRole('link', { name: /^Abrir / })).toHaveCount(2);
    await expect(sending(page).filter({ hasText: nameOf(5) })).toContainText('Formato de arquivo inválido');
  });
});
