import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '#web/app/paths.ts';
import { amrFile } from '../media/hand-made.ts';
import { type FormatName, makeFormat, threeTones, threeTonesMs, writeTones } from '../media/make-media.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { readJob } from '../upload-recording.ts';
import { expect, test } from './fixtures.ts';
import { address, picker, sending, submit } from './upload-page.ts';

/** The names under which people send these formats. */
const files: readonly (readonly [name: string, format: FormatName])[] = [
  ['PTT-20260131-WA0007.opus', 'tones.opus'],
  ['gravador.aac', 'tones.aac'],
  ['navegador.webm', 'tones.webm'],
  ['telefone.3gp', 'tones.3gp'],
  ['windows.wma', 'tones.wma'],
  ['estúdio.aiff', 'tones.aiff'],
  ['apple.caf', 'tones.caf'],
  ['livro.m4b', 'tones.m4b'],
  ['rádio.mpga', 'tones.mpga'],
  ['dvd.mpeg', 'tones.mpg'],
  ['televisão.ts', 'sound.ts'],
  ['CÂMERA..MTS', 'tones.ts'],
  ['windows.wmv', 'tones.wmv'],
  ['livre.oga', 'tones.oga'],
  ['matroska.mka', 'tones.mka'],
  ['sem extensão', 'tones.aac'],
  ['🎧 errada.txt.mp3', 'tones.wma'],
];
const heard = threeTones.map(({ key }) => key).join(' ');

async function tokenOf(page: Page): Promise<string> {
  return (await (await page.request.get('/api/auth/token')).json()).token;
}

/** The ids by file name, once the page links each file to its transcription. */
async function sendAll(page: Page, names: readonly string[], folder: string) {
  await page.goto(address);
  await picker(page).setInputFiles(names.map((name) => join(folder, name)));
  await submit(page).click();
  return Promise.all(
    names.map(async (name) => {
      const link = sending(page).filter({ hasText: name }).getByRole('link', { name: 'Ver transcrição' });
      await expect(link, name).toBeVisible({ timeout: 90_000 });
      return { name, id: (await link.getAttribute('href'))?.split('/').at(-1) ?? '' };
    }),
  );
}

test('the browser sends every format, and its text and its sound come back', async ({
  signedIn: page,
  product,
}) => {
  test.setTimeout(300_000);
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  for (const [name, format] of files)
    await copyFile(await makeFormat(folder.path, format), join(folder.path, name));
  // ffmpeg cannot encode AMR. This file has the right frames, but its sound is noise.
  await writeFile(join(folder.path, 'telefone.amr'), amrFile([{ frames: 250, sound: 'speech' }]));
  const sent = await sendAll(page, [...files.map(([name]) => name), 'telefone.amr'], folder.path);
  const token = await tokenOf(page);
  for (const { name, id } of sent) {
    await expect
      .poll(async () => (await readJob(product, token, id)).status, { message: name, timeout: 60_000 })
      .toBe('completed');
    const job = await readJob(product, token, id);
    expect(job.file_name).toBe(name);
    expect(Math.abs(job.audio_duration - threeTonesMs / 1_000), name).toBeLessThan(0.3);
    if (name !== 'telefone.amr') expect(job.text?.replace(/\s+/g, ' ').trim(), name).toBe(heard);
    await page.goto(paths.transcription(id));
    await page.getByRole('button', { name: 'Tocar', exact: true }).click();
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('audio, video').currentTime"), {
        message: name,
      })
      .toBeGreaterThan(0.5);
  }
});
