import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makeFormat, writeTones } from '../media/make-media.ts';
import { recordingOf } from '../recordings.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, test } from './fixtures.ts';
import { choose as chooseEntry } from './transcription-api.ts';
import { address, choose, chosen, detail, filmOf, sending, submit } from './upload-page.ts';

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

test('ten voice messages become one text in two actions, in the order of their dates, each under its name', {
  tag: ['@always', '@phone-too'],
}, async ({ signedIn: page }) => {
  await page.goto(address);
  const sent = await messages([7, 2, 9, 0, 4, 1, 8, 3, 6, 5]);
  await choose(page, ...sent);
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
  await expect(page.getByRole('link', { name: 'Ver transcrição' })).toHaveCount(2);
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
  await page.getByRole('button', { name: 'Tirar film.mp4' }).click();
  await expect(join(page)).toBeVisible();
  await choose(page, { name: 'longa.mp3', buffer: await recordingOf(598) });
  await expect(page.getByText('Juntos, os arquivos passam de 10 minutos')).toBeVisible();
  await expect(join(page)).toHaveCount(0);
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
    await expect(page.getByRole('link', { name: 'Ver transcrição' })).toHaveCount(2);
    await expect(sending(page).filter({ hasText: nameOf(5) })).toContainText('Formato de arquivo inválido');
  });
});
