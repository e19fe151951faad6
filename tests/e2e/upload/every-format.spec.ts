import type { Page } from '@playwright/test';
import { readJob } from '#tests/helpers/upload-recording.ts';
import { threeTonesMs } from '#tests/media/make-media.ts';
import { type SentFormat, writeSentFormats } from '#tests/media/sent-formats.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { paths } from '#web/app/paths.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { address, picker, sending, submit } from '../fixtures/upload-page.ts';

async function tokenOf(page: Page): Promise<string> {
  return (await (await page.request.get('/api/auth/token')).json()).token;
}

/** The files with their ids, once the page links each file to its transcription. */
async function sendAll(page: Page, files: readonly SentFormat[]) {
  await page.goto(address);
  await picker(page).setInputFiles(files.map(({ path }) => path));
  await submit(page).click();
  return Promise.all(
    files.map(async ({ name, text }) => {
      const link = sending(page)
        .filter({ hasText: name })
        .getByRole('link', { name: /^Abrir / });
      await expect(link, name).toBeVisible({ timeout: 90_000 });
      return { name, text, id: (await link.getAttribute('href'))?.split('/').at(-1) ?? '' };
    }),
  );
}

test('the browser sends every format, and its text and its sound come back', async ({
  signedIn: page,
  product,
}) => {
  test.setTimeout(300_000);
  await using folder = await temporaryFolder({ fast: true });
  const sent = await sendAll(page, await writeSentFormats(folder.path));
  const token = await tokenOf(page);
  for (const { name, id, text } of sent) {
    await expect
      .poll(async () => (await readJob(product, token, id)).status, { message: name, timeout: 60_000 })
      .toBe('completed');
    const job = await readJob(product, token, id);
    expect(job.file_name).toBe(name);
    expect(Math.abs(job.audio_duration - threeTonesMs / 1_000), name).toBeLessThan(0.3);
    if (text !== undefined) expect(job.text?.replace(/\s+/g, ' ').trim(), name).toBe(text);
    await page.goto(paths.transcription(id));
    await page.getByRole('button', { name: 'Tocar', exact: true }).click();
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('audio, video').currentTime"), {
        message: name,
      })
      .toBeGreaterThan(0.5);
  }
});
